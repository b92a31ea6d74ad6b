// What the commands print, as shown/commands.txt has it: their help, and what they say of a sandbox. The clock stands still, because a
// report tells of each slow reply.

import { expect, test } from 'vitest'
import { runHere } from '../support/command.ts'
import { startWithClient } from '../support/sandbox.ts'
import { stopClock } from '../support/still-clock.ts'

const NAMES = 'start exec inject report probe requests worlds clock reset scenarios env health wait mcp'.split(' ')
/** The commands of each line, which need no sandbox. `·` is a blank in a word, and `''` an empty word. A variable stands before the command. */
const ALONE = `
reqests --help | --port 70000 | -p 70000 | start start | start staging | --host '' | --data '' | --data /x --ephemeral
--seed -1 | --seed 99999999999999999999 | --size -1 | --max-worlds 0 | --max-world-bytes 1 | --limits of | --log loud | --log jsno | --cors true
--enterprise-limits 5 | --enterprise-limits 0/0 | --ban-for x | --ban-for 5x | --ban-for 0 | --ban-after 0 | --ban-after 1.5
--assume order=upwards | --assume oder=by-id | --key free:a --key pro:a | --key free:sandbox_pro
--store ftp://a | --allowed-hosts a/b | --tls-cert /nowhere | --tls-key x.pem | --tls-cert x --tls-key y --tls-name z
-p 0 --data package.json | -p 0 --data /dev/null | -p 0 --data /dev/null/x | -p 0 --data /proc/foo
--scenarios /nowhere | --scenarios package.json | --scenarios fixtures
scenarios /nowhere | scenarios --scenarios package.json | scenarios --scenarios fixtures | scenarios --check package.json | scenarios --check fixtures
exec --min-coverage 101 -- echo ran | exec --plan gold -- echo ran | exec --limits of -- echo ran
exec --port 80 -- echo ran | exec --output /dev/null/report.xml -- echo ran
exec --exempt honour-retry-after=x -- echo ran | exec --inject createPet#1=rest -- echo ran
exec --inject createPet#1=reset --output run.json -- echo ran | exec --inject createPet#1=reset --output /dev/null/run.har -- echo ran
exec -- ./README.md | exec -- /
inject --faults lost-repl -- true | inject --runs 0 -- true | inject -- no-such-command | inject -- sh -c echo·why;exit·7
env --plan gold | env --plan fre | env --world test[1] | env --host :: | env --host fe80::1 | env --host 0.0.0.0
env --url https://127.0.0.1:8443/v1 | env --url https://pets.example/shop/v1/ | env --format powershell --url http://127.0.0.1:4010/o'clock
wait --timeout x | wait --port 0 | health --url ftp://x | report --output md=a.html
fixtures
health --port 65536 | health --url http://127.0.0.1:1 --tls | env --port 65535 | env --port 1 | env --tls --data src | env --ca package.json --tls | env --ca /nowhere --tls
env --tls-cert a | env --tls-key a --data src | env --tls-name a --data src | env --data fixtures --tls | env --url https://a.example --tls --data src | env --url x | env --url http://a/?b
env --format dotenv --ca package.json --tls-cert a | env --format github --host localhost | env --plan pro --world default
TLS=on env --data src | TLS=ON env --data src | TLS=yes env --data src | TLS=1 env --data src | TLS=true env --data src | TLS=off env --data src | TLS=no env --data src | TLS=0 env --data src | TLS=false env --data src | TLS=FALSE env --data src | TLS= env | TLS=2 env --data src
HOST=h PORT=81 env | HOST=h env --host i | URL=http://u env | PORT=x env | PORT=tcp://10.0.0.1:4010 env | PORT_4010_TCP_ADDR=a env | SERVICE_HOST=a env
PROT=1 env | NOTHING_LIKE=1 env | HOST= env | CONTROL_TOKEN= health --url x | SERVICE=1 env | PORT_X=1 env | DATA=src env --tls
requests --count 0 | requests --count 1001 | requests --count 1.5 | requests --id a --follow | requests w1 --world w2
inject --runs 100001 -- true | inject --runs some -- true | inject --jobs 1001 -- true | inject --slow 0 -- true | inject --slow x -- true
inject --timeout 0 -- true | inject --only nothing -- true | inject --faults , -- true | inject --output a.har -- true
inject --policy /nowhere -- true | inject --min-coverage 1 -- true | inject --exempt x -- true | inject --plan gold -- true | inject --list -- true | inject --output a -- true
exec --slow 5 -- true | exec --slow 0 -- true
exec --min-coverage 1%% -- true | exec --min-coverage -1 -- true | exec --min-coverage 0 -- true
exec --min-coverage 1% -- true | exec --exempt gives-up= -- true | exec --exempt =x -- true | exec --exempt gives-up=· -- true
exec --format json --output /dev/null -- true | exec --ephemeral -- true | exec --data x -- true | exec --durable -- true | exec --log json -- true | exec --host x -- true
exec --control-token t --format github -- true | exec --format markdown -- false | exec -- sh -c exit·3 | exec --inject createPet#1=reset -- true
exec --inject nothing#1=reset -- true | exec --inject createPet#0=reset -- true | exec --inject big-ids=drift -- true | exec --inject x=drift -- true
report --world a/b
probe --url x | probe --url http://a | probe --url ftp://a --key k | probe --url http://u@a --key k | probe --url http://a/?q --key k | probe --dry-run
probe --dry-run --write | probe --url http://a --key k --check /nowhere | probe --url http://a --key k --check package.json | probe --format x | KEY= probe --url http://a
clock --freeze --unfreeze | clock --advance x --url x | reset --all w1 | worlds copy | worlds copy --from a | mcp --port 0 | scenarios --check /nowhere | wait --timeout 0 | wait --timeout .5 | health --port 1`
const RIGHT = `
scenarios | env --format shell | env --format dotenv | env --format github | env --format powershell | env --world w1 --plan free
health | wait | worlds | clock w1 | requests w1 | requests w1 --status 5XX | requests w1 --text limt
report --format html | report --output report | report --output /dev/null/report.xml | report --exempt gives-up | report --exempt gives-upp=x
report --fail-on warning | report --min-coverage x | report --world ../w | reset | reset w1 --all | reset a·b | reset nope
report --format text | report --format github | report --world w1 --format markdown --min-coverage 99
clock w1 --advance 61 | reset w1 | worlds --format json`
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
  const right = parse(RIGHT).map((words) => (words[0] === 'scenarios' ? words : [...words, ...there]))
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
    shown.push(`$ ${args.join(' ')}\n${output}${errors}(${exitCode})\n`)
  }
  expect((await runHere(['-h'])).output).toBe((await runHere(['--help'])).output)
  const text = shown
    .join('\n')
    .replaceAll(sandbox.origin, 'http://sandbox')
    .replaceAll(new URL(sandbox.origin).host, 'sandbox')
    .replaceAll(process.cwd(), '')
  await expect(text.replaceAll(VARYING, '#')).toMatchFileSnapshot('shown/commands.txt')
})
