// Runs clients and test suites of known behaviour against the judge many times, and counts how often the judge fails them.

import { type BackOff, guilty, hardest, libraries, textbook } from './back-offs.ts'
import { createRandom, type Random } from './random.ts'
import { suites } from './suites.ts'
import type { Answer, Ask } from './virtual-exchange.ts'
import { VirtualSandbox } from './virtual-sandbox.ts'

export interface Figure {
  readonly group: string
  readonly name: string
  readonly runs: number
  /** The number of runs that the judge failed; `rules` has the rules that failed them. */
  readonly failed: number
  readonly rules: ReadonlyMap<string, number>
  readonly goal: 'spared' | 'caught' | 'shown'
}

type Behave = (sandbox: VirtualSandbox, random: Random) => void

interface Row {
  readonly group: string
  readonly name: string
  readonly goal: Figure['goal']
  readonly behave: Behave
}

const rowsOf = <Kind>(
  group: string,
  kinds: Readonly<Record<string, Kind>>,
  goal: Figure['goal'],
  toBehaviour: (kind: Kind) => Behave,
): Row[] => Object.entries(kinds).map(([name, kind]) => ({ group, name, goal, behave: toBehaviour(kind) }))

const MAX_NOISE = 200
/** The largest delay of a wait on the same machine, in milliseconds. */
const NEAR_NOISE = 15

export const ROWS: readonly Row[] = [
  ...rowsOf('back-off', textbook, 'spared', (backOff) => failing(backOff, MAX_NOISE)),
  ...rowsOf('library', libraries, 'spared', (backOff) => failing(backOff, MAX_NOISE)),
  ...rowsOf('suite', suites, 'spared', (suite) => suite),
  ...rowsOf('presses on, in a declared test', guilty, 'caught', (backOff) => failing(backOff, NEAR_NOISE, 'case')),
  ...rowsOf('the hardest back-offs', hardest, 'shown', (backOff) => failing(backOff, MAX_NOISE)),
]

const ERRORS: readonly Answer[] = [{ status: 500 }, { status: 503 }, { status: 502 }, { fault: 'reset' }]

/** One call that fails each time. The client tries it again with a back-off. */
function failing(backOff: BackOff, maxNoise: number, sign?: 'case'): Behave {
  return (sandbox, random) => {
    const waits = backOff(random)
    const noise = random.magnitude(0.5, maxNoise)
    const answer: Answer = { ...random.pick(ERRORS), took: random.magnitude(0.3, 20), passes: random.pick(['never', 'used-up']) }
    const hasSign = sign !== undefined || random.next() < 0.7
    const kind = sign ?? random.pick(['case', 'counter', 'id'] as const)
    const id = `3f2b${random.whole(1e6, 1e7)}a9c8d7e6`
    const signed = (tries: number) => (hasSign ? signOf(kind, id, tries) : {})
    for (const [index, wait] of [0, ...waits].entries()) {
      sandbox.sleep(index === 0 ? 0 : wait + random.between(0.2, noise))
      sandbox.call(signed(index), answer)
    }
  }
}

function signOf(kind: 'case' | 'counter' | 'id', id: string, tries: number): Ask {
  if (kind === 'case') return { testCase: { name: 'a test', calls: 1, id } }
  if (kind === 'id') return { headers: { 'Idempotency-Key': id } }
  return tries === 0 ? {} : { headers: { 'X-Retry-Count': String(tries) } }
}

/** Runs a row this many times. The same seed gives the same figure. */
export function simulate({ group, name, goal, behave }: Row, runs: number, seed: number): Figure {
  const rules = new Map<string, number>()
  let failed = 0
  for (let run = 0; run < runs; run += 1) {
    const sandbox = new VirtualSandbox()
    behave(sandbox, createRandom(seed * 1_000_003 + run))
    const { verdict, rules: judged } = sandbox.report()
    if (verdict === 'passed') continue
    failed += 1
    for (const { rule, findings } of judged) if (findings.some(({ level }) => level === 'fail')) rules.set(rule, (rules.get(rule) ?? 0) + 1)
  }
  return { group, name, runs, failed, rules, goal }
}

/** A good client may fail in less than the share `spared` of its runs. A bad client has to fail in at least the share `caught`. */
export const GOALS = { spared: 0.002, caught: 0.97 } as const

export const isMet = ({ failed, runs, goal }: Figure) =>
  goal === 'shown' || (goal === 'spared' ? failed / runs < GOALS.spared : failed / runs >= GOALS.caught)
