// The scenarios that every client meets, and how often it may try again in each. Clients ask for them by base URL, so each
// call of a client begins with the first step.

import { readdirSync } from 'node:fs'

/** A client makes its two calls in a scenario. */
export interface Glance {
  readonly scenario: string
  readonly retries: number
  /** How long the program may take for both calls, in seconds. */
  readonly seconds: number
}

/** A scenario with a section of its own on the page. */
export interface Trial extends Glance {
  /** Sentences that say what a good client does. */
  readonly asks: string
  /** The rules of the report that the scenario is about. */
  readonly rules: readonly string[]
}

/** How long one try may take, in seconds. */
export const PATIENCE = 2

/** The name of an ordinary test suite in play.ts. No client may fail because of it. */
export interface Suite {
  readonly suite: string
  readonly does: string
  readonly scenario: string
  readonly retries: number
  readonly seconds: number
}

const TOGETHER = { suite: 'together', does: 'Eight tests list the animals at the same time.', retries: 3, seconds: 60 }
const IN_A_ROW = { suite: 'in-a-row', does: 'Six tests list the animals, one after the other.', retries: 3, seconds: 60 }

export const SUITES: readonly Suite[] = [
  { ...IN_A_ROW, scenario: 'unavailable' },
  { ...IN_A_ROW, scenario: 'bad-gateway' },
  { ...IN_A_ROW, scenario: 'rate-limited' },
  { ...TOGETHER, scenario: 'unavailable' },
  { ...TOGETHER, scenario: 'bad-gateway' },
  { ...TOGETHER, scenario: 'rate-limited' },
  { suite: 'fixtures', does: 'Three tests create the same animal at the same time.', scenario: 'lost-reply', retries: 0, seconds: 60 },
]

/** The longest come first, so that the run ends soon. p-retry takes 62 seconds for five retries of both calls. */
export const TRIALS: readonly Trial[] = [
  {
    scenario: 'retry-after-forms',
    retries: 5,
    seconds: 70,
    asks: 'Five 429s write Retry-After in five forms: 3 seconds, a date in 3 seconds, 0, a date in the past, none. A good client reads them all.',
    rules: ['honours-retry-after'],
  },
  {
    scenario: 'stall',
    retries: 3,
    seconds: 40,
    asks: 'Half of the body comes, and then nothing more. A good client has a time-out for the body.',
    rules: ['gives-up'],
  },
  {
    scenario: 'rate-limited',
    retries: 3,
    seconds: 40,
    asks: 'Every reply is a 429 that asks for a wait of 1 second. A good client waits, and gives up in the end.',
    rules: ['honours-retry-after', 'gives-up'],
  },
  {
    scenario: 'throttled-then-ok',
    retries: 3,
    seconds: 40,
    asks: 'Two 429s ask for a wait of 2 seconds each. A good client waits that long and succeeds.',
    rules: ['honours-retry-after'],
  },
  {
    scenario: 'flaky',
    retries: 3,
    seconds: 40,
    asks: 'Two 500s come first. A good client tries the GET again, with a growing wait.',
    rules: ['backs-off'],
  },
  {
    scenario: 'lost-reply',
    retries: 3,
    seconds: 40,
    asks: 'The call is carried out, and then the connection breaks. A good client does not create the animal again.',
    rules: ['no-blind-create-retry'],
  },
]

/** All other scenarios of the catalogue. They only have a row of the matrix. */
export const GLANCES: readonly Glance[] = readdirSync(new URL('../../scenarios', import.meta.url))
  .map((file) => file.replace(/\.yaml$/, ''))
  .filter((scenario) => TRIALS.every((trial) => trial.scenario !== scenario))
  .map((scenario) => ({ scenario, retries: 3, seconds: 40 }))
