// What the commands print, as shown/commands.txt has it: their help, and what they say of a sandbox whose clock stands still.

import { expect, test } from 'vitest'
import { runHere } from '../support/command.ts'
import { startWithClient } from '../support/sandbox.ts'

const NAMES = 'start exec inject report probe requests worlds clock reset scenarios fixtures env health wait mcp'.split(' ')
const WRONG = `
strat | --prot 1 | --port x | --port 70000 | --seed -1 | --log loud | --size -1 | --assume order=upwards | --assume oder=by-id
--key gold:abc | --key free | --ban-after 0 | --ban-for x | --enterprise-limits 5 | --scenarios /nowhere | --data /x --ephemeral
--store ftp://a | --tls-cert /nowhere | --max-worlds 0 | --allowed-hosts a/b
exec | exec --min-coverage 101 -- true | exec --policy /nowhere -- true | scenarios /nowhere | env --format x | env --plan gold
wait --timeout x | report --output a.html | fixtures x y`
const RIGHT = `
scenarios | env --format shell | env --format dotenv | env --format github | env --format powershell | env --world w1 --plan free
health | wait | worlds | clock w1 | requests w1 | requests w1 --status 5XX | requests w1 --text limt
report --format text | report --format github | report --world w1 --format markdown --min-coverage 99
clock w1 --advance 61 | reset w1 | worlds --format json`
const parse = (lines: string) =>
  lines
    .trim()
    .split(/ \| |\n/)
    .map((line) => line.split(' '))

/** Random ids, real times, durations, versions and paths. */
const VARYING =
  /(?<=req_)\w{6}(?=_\d)|(?<!Date: )\b20(?!29|30|31|25)\d\d-\d\d-\d\dT[\d:.]+Z|(?<![T\d])\d\d:\d\d:\d\d(?:\.\d+)?|(?<=MS) +(?=ID)| +\d+ +(?=req_)|\d+\.\d+\.\d+(?=[ ,]|$)|[\da-f]{64}/gm

test('the output of each command is as in shown/commands.txt', async () => {
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
  for (const args of [['--help'], ...NAMES.map((name) => [name, '--help']), ...parse(WRONG), ...right]) {
    const { exitCode, output, errors } = await runHere(
      args,
      { NO_COLOR: '1', FORCE_COLOR: undefined },
      args[0] === 'report' ? undefined : { columns: 100 },
    )
    shown.push(`$ ${args.join(' ')}\n${output}${errors}(${exitCode})\n`)
  }
  const text = shown
    .join('\n')
    .replaceAll(sandbox.origin, 'http://sandbox')
    .replaceAll(new URL(sandbox.origin).host, 'sandbox')
    .replaceAll(process.cwd(), '')
  await expect(text.replaceAll(VARYING, '#')).toMatchFileSnapshot('shown/commands.txt')
})
