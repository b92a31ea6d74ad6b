// Who may import whom: one rule a line, with its reason. Imports of types alone are left out of this, for they are gone
// when the code runs. `npm run check` checks it (build/check-imports.ts).
//
//   main -> cli -> sandbox -> http -> journey, control -> contract, worlds, scenarios, journal -> the ground
//                         cli, sandbox, control -> examine -> scenarios, journal, client

/** The ground: what every room may use. */
const GROUND = '^src/(exchange|errors|faults|text|json|sockets)/'
const ROOMS = '^src/(contract|worlds|scenarios|journal)/'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** A package has one door, so that it can be changed in one place. */
const door = (packages, ...doors) =>
  rule(`door-of-${packages}`, `only ${doors.join(' and ')} may import it`, { path: '^src/', pathNot: doors.map((one) => `^src/${one}`) }, { path: `node_modules/(${packages})/` })

export default {
  forbidden: [
    rule('no-cycles', 'two files that need each other are one', {}, { circular: true }),
    rule('ground-is-low', 'the ground is used by all and knows nobody', { path: GROUND }, { path: '^src/', pathNot: GROUND }),
    rule('rooms-are-apart', 'each room can be understood and changed alone', { path: ROOMS }, { path: '^src/', pathNot: [GROUND, '^src/$1/'] }),
    rule('journey-is-above-rooms', 'the journey uses the rooms, and knows no HTTP server and no control API', { path: '^src/journey/' }, { path: '^src/', pathNot: [GROUND, ROOMS, '^src/journey/'] }),
    rule('control-is-above-rooms', 'the control API drives the rooms, and never goes through the journey', { path: '^src/control/' }, { path: '^src/', pathNot: [GROUND, ROOMS, '^src/control/', '^src/examine/'] }),
    rule('examine-is-one-room', 'it judges what it is told and what it is given: the observer gets exchanges, and a campaign gets the function that starts a sandbox', { path: '^src/examine/' }, { path: '^src/', pathNot: [GROUND, '^src/(examine|scenarios|journal|client)/', '^src/contract/'] }),
    rule('http-is-the-edge', 'HTTP stands above journey and control, and below what starts it', { path: '^src/http/' }, { path: '^src/(cli|client|operations|options|create-|sandbox|main|package-files)' }),
    rule('options-are-read-at-start', 'options are read once; behind that, each part is given what it needs', { path: '^src/', pathNot: '^src/(options/|cli/|create-|sandbox)' }, { path: '^src/options/' }),
    rule('parts-are-put-together', 'sandbox.ts serves the parts; they do not know who does', { path: '^src/create-' }, { path: '^src/(cli|client|console|operations|sandbox|main)' }),
    rule('operations-only-by-sandbox', 'the engine does not know what an animal is', { path: '^src/', pathNot: ['^src/sandbox[.]', '^src/operations/'] }, { path: '^src/operations/' }),
    rule('operations-are-plain', 'a handler is data in and data out', { path: '^src/operations/' }, { path: '^src/', pathNot: [GROUND, '^src/operations/'] }),
    rule('client-is-apart', 'it drives a sandbox over HTTP, its own or one that runs elsewhere', { path: '^src/client/' }, { path: '^src/', pathNot: [GROUND, '^src/client/'] }),
    rule('probe-is-apart', 'it reads a service like any client, and knows no sandbox', { path: '^src/probe/' }, { path: '^src/', pathNot: [GROUND, '^src/probe/', '^src/contract/'] }),
    rule('cli-is-the-top', 'the command starts a sandbox; nothing starts the command but main', { path: '^src/', pathNot: ['^src/main[.]', '^src/cli/'] }, { path: '^src/cli/' }),
    rule('console-is-a-page', 'the console runs in a browser, uses the control API only, and shares the words of a report and of a campaign, the form of HAR, the search in texts, the walk through a document and the assumptions in it', { path: '^src/console/' }, { path: '^src/', pathNot: [GROUND, '^src/console/', '^src/examine/(formats/(describe|lies|runs|sections)|plan)[.]', '^src/journal/(har|filter|show-exchange)[.]', '^src/contract/(document|assumptions)[.]'] }),
    rule('nobody-imports-the-console', 'it is built by itself, and served as files', { path: '^src/', pathNot: '^src/console/' }, { path: '^src/console/' }),
    rule('yaml-is-loaded-late', 'a start without a YAML file of the user need not load its parser', { path: '^src/' }, { path: '^src/json/yaml[.]', dependencyTypesNot: ['dynamic-import'] }),
    rule('ajv-is-loaded-late', 'the package has the checks of its own schemas as code', { path: '^src/' }, { path: '^src/contract/ajv[.]', dependencyTypesNot: ['dynamic-import'] }),
    door('koa|@koa/cors', 'http/table'),
    door('@koa/router', 'http/routes'),
    door('eventsource-parser', 'text/event-parser'),
    door('ajv|ajv-formats', 'contract/ajv'),
    door('yaml', 'json/yaml'),
    door('selfsigned', 'http/certificate'),
    door('@stoplight/prism-http', 'contract/prism'),
    door('prom-client', 'journal/metrics'),
    door('redis', 'worlds/store/redis/client'),
    door('lowdb', 'worlds/store/file-world'),
    door('@faker-js/faker', 'worlds/fixtures'),
    door('structured-headers', 'scenarios/switch-headers', 'journey/sandbox-headers'),
    door('leven', 'text/nearest'),
    door('commander', 'cli/'),
    door('@modelcontextprotocol/sdk', 'cli/mcp'),
    door('cross-spawn', 'examine/start-child'),
    door('preact|@preact/signals', 'console/'),
  ],
  options: { doNotFollow: { path: 'node_modules' } },
}
