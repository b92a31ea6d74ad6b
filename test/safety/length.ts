// How long the random tests run. `npm test` runs a few rounds with a known seed, so that each run is the same. `npm run stress`
// runs many rounds with a new seed. A failure names its seed.

import { TEST_MS } from '../support/patience.ts'

/** The seed of all random tests in `npm test`. */
const PUBLISHED_SEED = 20_251_205

const stress = process.env.STRESS_ROUNDS

const seed = Number(process.env.STRESS_SEED ?? (stress === undefined ? PUBLISHED_SEED : Date.now() % 2 ** 31))

/** The time that a test may take. */
export const patience = stress === undefined ? TEST_MS : 4 * 3_600_000

/** The settings of a random test that makes this many rounds in `npm test`. The search for a shorter failure ends in time. */
export const settings = (few: number) => ({
  seed,
  numRuns: stress === undefined ? few : few * Number(stress),
  interruptAfterTimeLimit: patience / 2,
})
