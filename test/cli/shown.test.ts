// What the commands print, as shown/commands.txt has it: their help, and what they say of a sandbox. The clock stands still, because a
// report tells of each slow reply.

import { expect, test } from 'vitest'
import { runHere } from '../support/command.ts'
import { startWithClient } from '../support/sandbox.ts'
import { stopClock } from '../support/still-clock.ts'

const NAMES = 'start exec inject report probe requests worlds clock reset scenarios fixtures env health wait mcp'.split(' ')
/** The commands of each line, which need no sandbox. `·` is a blank in a word, and `''` an empty word. */
const ALONE = `
strat | reqests --help | --prot 1 | --port x | --port 70000 | -p 70000 | start start | start staging | --host '' | --data '' | --data /x --ephemeral
--seed -1 | --seed 99999999999999999999 | --size -1 | --max-worlds 0 | --max-world-bytes 1 | --limits of | --limits maybe | --log loud | --log jsno | --cors true
--enterprise-limits 5 | --enterprise-limits 0/0 | --ban-for x | --ban-for 5x | --ban-for 0 | --ban-after 0 | --ban-after 1.5
--assume order=upwards | --assume oder=by-id | --key gold:abc | --key free | --key free:a --key pro:a | --key free:sandbox_pro
--store ftp://a | --allowed-hosts a/b | --tls-cert /nowhere | --tls-cert x.pem | --tls-key x.pem | --tls-cert x --tls-key y --tls-name z
-p 0 --data package.json | -p 0 --data /dev/null | -p 0 --data /dev/null/x | -p 0 --data /proc/foo
--scenarios /nowhere | --scenarios package.json | --scenarios fixtures
scenarios /nowhere | scenarios --scenarios package.json | scenarios --scenarios fixtures | scenarios --check package.json | scenarios --check fixtures
exec | exec --min-coverage 101 -- echo ran | exec --policy /nowhere -- echo ran | exec --plan gold -- echo ran | exec --limits of -- echo ran
exec --port 80 -- echo ran | exec --timeout 5 -- echo ran | exec --output report -- echo ran | exec --output /dev/null/report.xml -- echo ran
exec --ignore honour-retry-after=x -- echo ran | exec --inject createPet=reset -- echo ran | exec --inject createPet#1=rest -- echo ran
exec --inject createPet#1=reset --output run.json -- echo ran | exec --inject createPet#1=reset --output /dev/null/run.har -- echo ran
exec -- no-such-command | exec -- ./README.md | exec -- /
inject | inject --faults lost-repl -- true | inject --runs 0 -- true | inject -- true | inject -- no-such-command | inject -- sh -c echo·why;exit·7
env --format x | env --plan gold | env --plan fre | env --world test[1] | env --host :: | env --host fe80::1 | env --host 0.0.0.0
env --url https://127.0.0.1:8443/v1 | env --url https://pets.example/shop/v1/ | env --format powershell --url http://127.0.0.1:4010/o'clock
wait --timeout x | wait --timeout 5x | wait --port 0 | health --url ftp://x | report --output a.html
fixtures x y | fixtures --seed x | fixtures --out /proc/foo | fixtures --out /dev/null/x`
const RIGHT = `
scenarios | env --format shell | env --format dotenv | env --format github | env --format powershell | env --world w1 --plan free
health | wait | worlds | clock w1 | requests w1 | requests w1 --status 5XX | requests w1 --text limt
report --format html | report --output report | report --output /dev/null/report.xml | report --ignore gives-up | report --ignore gives-upp=x
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
  /(?<=req_)\w{6}(?=_\d)|(?<!Date: )\b20(?!29|30|31|25)\d\d-\d\d-\d\dT[\d:.]+Z|(?<![T\d])\d\d:\d\d:\d\d(?:\.\d+)?|(?<=MS) +(?=ID)| +\d+ +(?=req_)|\d+\.\d+\.\d+(?=[ ,]|$)|[\da-f]{64}/gm

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
    const { exitCode, output, errors } = await runHere(
      args,
      { NO_COLOR: '1', FORCE_COLOR: undefined },
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
