// What the commands print, as shown/commands.txt has it: their help, and what they say of a sandbox. The clock stands still, because a
// report tells of each slow reply.

import { expect, test } from 'vitest'
import { quoteAlways } from '../../src/ground/words.ts'
import { runHere } from '../support/command.ts'
import { startWithClient } from '../support/sandbox.ts'
import { stopClock } from '../support/still-clock.ts'

const NAMES = 'exec inject report probe requests worlds clock reset scenarios env health wait mcp'.split(' ')
/** The commands of each line, which need no sandbox. `·` is a blank in a word, and `''` an empty word. A variable stands before the command. */
const ALONE = `
reqests --help | 8080 | start staging | --host '' | --max-world-bytes 1
--key free:a --key pro:a | --key free:sandbox_pro
--store redis://u:s3cret@a:99999 | --store redis://a/pets | --store redis://a?prefx=b
--store rediss://a?ca=/nowhere | --allowed-hosts a/b | --tls-cert x --tls-key y --tls-name z
-p 0 --data package.json | scenarios --scenarios package.json
scenarios --check fixtures | exec --plan gold -- echo ran
exec --port 80 -- echo ran | exec --output /dev/null/report.xml -- echo ran
exec --exempt nope=x -- true | exec --inject createPet#1=rest -- echo ran
exec --inject createPet#1=reset -- echo ran | exec -- ./README.md
inject --runs 0 -- true | inject -- no-such-command | inject -- sh -c echo·why;exit·7
env --host fe80::1 | env --host 0.0.0.0 | env --url https://pets.example/shop/v1/?b
env --format powershell --url http://127.0.0.1:4010/o'clock | env --plan pro --world default --format github
health --url ftp://x | report --output md=a.html | health --url http://127.0.0.1:1 --tls
env --ca package.json --tls | env --ca /nowhere --tls | env --tls-cert a | env --tls-key a --data src | env --tls-name a --data src
TLS=2 env | HOST=h PORT=81 env --host i | URL=http://u env | PORT=x env
PORT=tcp://10.0.0.1:4010 PORT_4010_TCP_ADDR=a SERVICE_HOST=a HOST= env | PROT=1 SERVICE=1 PORT_X=1 env | DATA=src env --tls
requests --count 1001 | requests w1
inject --faults , -- true | inject --output a.har -- true
inject --min-coverage 1 -- true | inject --output a -- true
exec --slow 5 -- true | exec --min-coverage 1%% -- true
exec --format json --output /dev/null -- true | exec --ephemeral -- true | exec --control-token t --format github -- true
exec --format github -- false | exec --inject big-ids=drift -- true
probe --url http://a | probe --url http://u@a --key k | probe --dry-run --write
probe --url http://a --key k --check /nowhere | probe --url http://a --key k --check tsconfig.json
reset --all w1 | worlds copy
inject --slow 1e9 -- true | exec --inject createPet#1=slow --slow 3601 -- true | exec --inject a#1=slow --timeout 86401 -- true`
const RIGHT = `
env --world w1 --plan free | wait | worlds | clock w1 | requests --world w1 | requests --world w1 --text limt
report --world ../w | reset nope
report --format text | clock w1 --advance 61 | reset w1 | worlds --format json`
/** docs/reference/options.md has the options of all commands, and a test compares it with them. */
const withoutOptions = (help: string) =>
  help
    .split(/\n(?=\S|\n| {2}\S)/)
    .filter((part) => !/^(?:Options:| {2}-)/.test(part))
    .join('\n')
    .trimEnd()
    .concat('\n')

const parse = (lines: string) =>
  lines
    .trim()
    .split(/ \| |\n/)
    .map((line) => line.split(' ').map((word) => (word === "''" ? '' : word.replaceAll('·', ' '))))

/** Random ids, real times, durations, versions and paths. */
const VARYING =
  /(?<=req_)\w{6}(?=_\d)|(?<!Date: )\b20(?!29|30|31|25)\d\d-\d\d-\d\dT[\d:.]+Z|(?<=URL was http:\/\/127\.0\.0\.1:)\d+|(?<![T\d])\d\d:\d\d:\d\d(?:\.\d+)?|(?<=MS) +(?=ID)| +\d+ +(?=req_)|\d+\.\d+\.\d+(?=[ ,]|$)|[\da-f]{64}/gm

test('the output of each command is as in shown/commands.txt', async () => {
  using _clock = stopClock()
  const { sandbox, call } = await startWithClient({ ephemeral: true, scenarios: [] })
  const world = sandbox.world('w1')
  await world.clock.set({ now: '2029-03-01T00:00:00Z', frozen: true })
  await call('/pets?limit=2')
  await call('/pets?limt=2', { warned: true })
  await call('/pets', { method: 'POST', body: { name: 1 } })
  await call('/pets', { headers: { 'sandbox-scenario': 'unavailable', 'sandbox-case': 'a case' } })
  await world.scenarios.put([{ name: 'flaky', parameters: { failures: 2 } }])
  const shown: string[] = []
  const there = ['--url', sandbox.origin]
  const right = parse(RIGHT).map((words) => [...words, ...there])
  for (const args of [['--help'], ...NAMES.map((name) => [name, '--help']), ...parse(ALONE), ...right]) {
    const at = args.findIndex((word) => !/^[A-Z_\d]+=/.test(word))
    const variables = args.slice(0, at).map((word) => word.split('=', 2))
    const { exitCode, output, errors } = await runHere(
      args.slice(at),
      {
        NO_COLOR: '1',
        FORCE_COLOR: undefined,
        ...Object.fromEntries(variables.map(([name, value]) => [`PETSTORE_SANDBOX_${name}`, value])),
      },
      args[0] === 'report' ? undefined : { columns: 100 },
    )
    if (args.includes('--help')) for (const line of output.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
    const news = args.includes('--help') ? withoutOptions(output) : output
    shown.push(`$ ${args.join(' ')}\n${news}${errors}(${exitCode})\n`)
  }
  const help = await runHere(['--help'])
  expect(await runHere(['-h'])).toEqual(help)
  expect(help.output).toContain((await runHere(['start', '--help'])).output)
  expect((await runHere(['scenarios'])).output).toContain(`
rate-limited          429 with Retry-After in seconds. No request is left, and the reset agrees with Retry-After.
                        retry-after=1  seconds to wait; with window=day the default is 21600 (from 0 to 86400)
                        window=minute  the window that is used up (minute, day)
`)
  const text = shown
    .join('\n')
    .replaceAll(sandbox.origin, 'http://sandbox')
    .replaceAll(new URL(sandbox.origin).host, 'sandbox')
    .replaceAll(process.cwd(), '')
    .replaceAll(quoteAlways(process.cwd()).slice(1, -1), '')
  await expect(text.replaceAll(VARYING, '#')).toMatchFileSnapshot('shown/commands.txt')
})
