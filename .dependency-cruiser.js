// Who may import whom: one rule a line, with its reason. `npm run check` checks it (build/check-imports.ts).
//
//   main -> cli -> sandbox -> serve -> examine -> options -> scenarios -> record -> worlds -> contract -> ground
//
// A room of this row may import those behind it. Four rooms stand beside the row, and their rules say what they may import: `client` serves
// the rooms from `cli` to `examine`, and the console. Only `cli` imports `probe`, only `sandbox` imports `operations`, nobody `console`.

const ROW = ['serve', 'examine', 'options', 'scenarios', 'record', 'worlds', 'contract', 'ground']
const behind = (name) => ROW.slice(ROW.indexOf(name) + 1)

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** A room may import itself and these rooms. */
const room = (name, comment, ...below) => rule(`${name}-knows`, comment, { path: `^src/${name}/` }, { path: '^src/', pathNot: `^src/(${[name, ...below].join('|')})/` })

/** A package has one door, so that it can be changed in one place. */
const door = (packages, ...doors) =>
  rule(`door-of-${packages}`, `only ${doors.join(' and ')} may import it`, { path: '^src/', pathNot: doors.map((one) => `^src/${one}`) }, { path: `node_modules/(${packages})/` })

/** Rules about rooms. Imports of types count. */
export const rooms = [
    room('ground', 'the ground is used by all and knows nobody'),
    room('contract', 'the contract is data, and knows no world', ...behind('contract')),
    room('worlds', 'a world knows no scenario and no record', ...behind('worlds')),
    room('record', 'the record is told what happens', ...behind('record')),
    room('scenarios', 'scenarios play on a world, and know no HTTP server', ...behind('scenarios')),
    room('client', 'it drives a sandbox over HTTP, its own or one that runs elsewhere; it shares only types and words with it', ...behind('scenarios')),
    room('options', 'what starting takes', ...behind('options')),
    room('examine', 'the judge is told what happens, and a campaign is given the function that starts a sandbox', 'client', ...behind('examine')),
    room('serve', 'HTTP stands above all that it serves, and below what starts it', 'client', ...behind('serve')),
    room('operations', 'a handler is data in and data out', 'examine', 'worlds', 'contract', 'ground'),
    room('probe', 'it reads a service like any client, and knows no sandbox', 'contract', 'ground'),
    room('console', 'the console runs in a browser, uses the control API only, and shares words with the report', 'client', 'examine', 'record', 'worlds', 'contract', 'ground'),
    rule('journey-is-apart', 'the journey knows no server and no control API', { path: '^src/serve/journey/' }, { path: '^src/serve/', pathNot: '^src/serve/journey/' }),
    rule('control-is-apart', 'the control API never goes through the journey', { path: '^src/serve/control/' }, { path: '^src/serve/journey/', pathNot: '^src/serve/journey/message[.]' }),
    rule('parts-are-put-together', 'sandbox.ts serves the parts; they do not know who does', { path: '^src/create-' }, { path: '^src/(cli|client|console|operations|sandbox|main)' }),
    rule('operations-only-by-sandbox', 'the engine does not know what an animal is', { path: '^src/', pathNot: ['^src/sandbox[.]', '^src/operations/'] }, { path: '^src/operations/' }),
    rule('cli-is-the-top', 'the command starts a sandbox; only main starts the command', { path: '^src/', pathNot: ['^src/main[.]', '^src/cli/'] }, { path: '^src/cli/' }),
    rule('probe-only-by-cli', 'a sandbox knows no real service', { path: '^src/', pathNot: ['^src/cli/', '^src/probe/'] }, { path: '^src/probe/' }),
    rule('no-cycles', 'a type that two files need stands in a file of its own', {}, { circular: true }),
    rule('nobody-imports-the-console', 'it is built by itself, and served as files', { path: '^src/', pathNot: '^src/console/' }, { path: '^src/console/' }),
]

/** Rules about what runs. Imports of types do not count. */
export const running = [
    rule('yaml-is-loaded-late', 'a start without a YAML file of the user need not load its parser', { path: '^src/' }, { path: '^src/contract/json/yaml[.]', dependencyTypesNot: ['dynamic-import'] }),
    rule('ajv-is-loaded-late', 'the package has the checks of its own schemas as code', { path: '^src/' }, { path: '^src/contract/ajv[.]', dependencyTypesNot: ['dynamic-import'] }),
    door('koa|@koa/cors', 'serve/edge'),
    door('@koa/router', 'serve/routes'),
    door('eventsource-parser', 'ground/event-parser'),
    door('ajv|ajv-formats', 'contract/ajv'),
    door('yaml', 'contract/json/yaml'),
    door('selfsigned', 'serve/certificate'),
    door('@stoplight/prism-http', 'contract/prism'),
    door('prom-client', 'record/metrics'),
    door('redis', 'worlds/store/redis/connection'),
    door('lowdb', 'worlds/store/file-world'),
    door('@faker-js/faker', 'worlds/fixtures'),
    door('structured-headers', 'scenarios/switches', 'serve/journey/headers'),
    door('leven', 'ground/words'),
    door('commander', 'cli/'),
    door('@modelcontextprotocol/sdk', 'cli/mcp'),
    door('cross-spawn', 'examine/start-child'),
    door('preact|@preact/signals', 'console/'),
]

export const options = { doNotFollow: { path: 'node_modules' } }
