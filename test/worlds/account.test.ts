// The windows and the ban of one key, to the millisecond: what is counted, and what the headers of the replies say.

import { expect, test } from 'vitest'
import type { Choices } from '../../src/contract/assumptions.ts'
import type { Count, LimitChange, Moment } from '../../src/ground/generated/control.ts'
import { Account, showNothing } from '../../src/worlds/account.ts'
import { pack } from '../support/recorded.ts'

/** Half a second after a full minute, so that all roundings show. */
const BEGIN = Date.parse('2026-01-01T00:01:00.500Z')

type Step =
  /** Milliseconds that pass for the world and in reality. */
  | number
  /** Milliseconds that pass only in reality. */
  | { readonly real: number }
  /** A request that came this many milliseconds ago. */
  | { readonly ago: number }
  | { readonly set: LimitChange }
  | 'count'
  | 'serve'
  | 'show'
  | 'give back'
  | 'state'

interface Script {
  readonly minute?: number
  readonly day?: number
  readonly after?: number
  readonly choices?: Choices
  readonly steps: readonly Step[]
}

const refusedFirst = (...steps: readonly Step[]) => ({ minute: 0, after: 3, steps: ['count', ...steps] as const })
const times = (count: number, step: Step): Step[] => Array(count).fill(step)

const SCRIPTS: Readonly<Record<string, Script>> = {
  'the minute is used up, and ends at a whole second': { minute: 2, steps: [...times(3, 'count'), 59_499, 'count', 1, 'count', 'state'] },
  'the day is used up': { minute: 5, day: 2, steps: [...times(3, 'count'), 86_399_499, 'count', 'state', 1, 'count'] },
  'both have one left, and the day ends later': { minute: 2, day: 2, steps: ['show', 'count', 'show', 'count', 'count'] },
  'both have one left, and end together': {
    steps: [{ set: { minute: { limit: 2, seconds: 60 }, day: { limit: 2, seconds: 60 } } }, 'count', 'count', 'count'],
  },
  'the minute is shown, and the day only when it refuses': { day: 1, choices: { 'limit-shown': 'minute' }, steps: times(2, 'count') },
  'aligned windows begin at the full minute and at midnight': {
    minute: 1,
    choices: { 'limit-window': 'aligned' },
    steps: [30_000, 'show', 'count', 'count', 'state', 29_499, 'count', 1, 'count'],
  },
  'a window is closed when the clock is set back to before it': { minute: 2, steps: ['count', -500, 'state', -1, 'state', 'count'] },
  'served anyway': { minute: 1, steps: [...times(3, 'serve'), 'state'] },
  'given back, and never more than the limit': { minute: 2, steps: ['count', 'give back', 'give back', 'count', 'count', 'give back'] },
  'what is left is set while no window is open': { steps: [{ set: { remaining: 1, day: { remaining: 7 } } }, 'state', 'count', 'count'] },
  'a request within a second after the 429 is not early': refusedFirst(999, 'count', 1, 'count', 1, 'count'),
  'a request that came before the 429 is not early': refusedFirst(2000, { ago: 1000 }, { ago: 999 }),
  'real time counts too': refusedFirst({ real: 1001 }, 'count', { real: 58_999 }, 'count'),
  'a wait to the millisecond is no early request, and the next wait begins': refusedFirst(
    59_999,
    'count',
    1,
    'count',
    1000,
    'count',
    1,
    'count',
  ),
  'the ban, to the millisecond, and the wait after it': refusedFirst(
    1001,
    ...times(4, 'count'),
    'state',
    4999,
    'count',
    'state',
    1,
    'state',
    'count',
    1001,
    'count',
  ),
  'a ban while the minute has requests left': { minute: 5, day: 0, after: 1, steps: ['count', 1001, 'count', 'state'] },
  'a ban is lifted, and so is a wait': refusedFirst(
    1001,
    ...times(3, 'count'),
    { set: {} },
    'state',
    'count',
    1001,
    'count',
    { set: {} },
    'count',
  ),
  'a ban that comes early': { minute: 0, after: 9, choices: { ban: 'early' }, steps: ['count', 1001, ...times(3, 'count')] },
  'no ban at all': { minute: 0, after: 1, choices: { ban: 'never' }, steps: ['count', 1001, ...times(3, 'count')] },
  'a served request ends the wait': { minute: 0, after: 1, steps: ['count', 'serve', 1001, 'count', 'count', 1001, 'count'] },
}

const render = ({ verdict, window, limit, remaining, reset, retryAfter, early, at }: Count) =>
  `${verdict}${early ? ' early' : ''}: ${window} ${remaining}/${limit}, reset +${reset - Math.floor(BEGIN / 1000)}, wait ${retryAfter}, at ${at.world - BEGIN}`

const renderState = ({ minute, day, ban }: ReturnType<Account['state']>) =>
  [minute, day]
    .map(({ limit, seconds, remaining, resets }) => `state: ${remaining}/${limit} in ${seconds} s${resets ? ` until ${resets}` : ''}`)
    .concat(ban ? [`banned until ${ban.until}`] : [])
    .join(', ')

function play({ minute = 60, day = 1000, after = 10, choices = {}, steps }: Script): string[] {
  const account = new Account({ minute, day }, { after, seconds: 5 })
  let now: Moment = { real: BEGIN, monotonic: 0, world: BEGIN }
  const pass = (ms: number, world = ms) => {
    now = { real: now.real + ms, monotonic: now.monotonic + ms, world: now.world + world }
  }
  const lines: string[] = []
  for (const step of steps) {
    if (typeof step === 'number') pass(step)
    else if (step === 'count') lines.push(render(account.count(now, now, choices)))
    else if (step === 'serve') lines.push(render(account.serve(now, choices)))
    else if (step === 'show') lines.push(render(account.show(now, choices)))
    else if (step === 'give back') lines.push(render(account.giveBack(now, choices)))
    else if (step === 'state') lines.push(renderState(account.state(now)))
    else if ('set' in step) account.set(step.set, now.world)
    else if ('real' in step) pass(step.real, 0)
    else lines.push(render(account.count({ ...now, monotonic: now.monotonic - step.ago, world: now.world - step.ago }, now, choices)))
  }
  return lines
}

test('each of these requests is counted and shown as in account.txt', async () => {
  const shown = Object.entries(SCRIPTS).flatMap(([title, script]) => [`# ${title}`, ...pack(play(script))])
  const nothing = render(showNothing({ real: BEGIN, monotonic: 0, world: BEGIN }))
  await expect([...shown, '# without a plan', nothing, ''].join('\n')).toMatchFileSnapshot('account.txt')
})
