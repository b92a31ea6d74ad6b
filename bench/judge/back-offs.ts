// Back-offs from textbooks, and the default back-offs of well-known libraries: the waits between tries, in milliseconds.

import type { Random } from './random.ts'

/** The waits of one call that fails each time. Each further try has one wait. */
export type BackOff = (random: Random) => number[]

const MAX_TRIES = 12

/** A number of tries that a user may have set. */
const count = (random: Random) => random.whole(2, MAX_TRIES)

interface Jitter {
  readonly base: number
  readonly cap: number
}

/** Bases of 10 ms to 1 s, caps of twice the base to 20 s. */
function jitterOf(random: Random): Jitter {
  const base = random.magnitude(10, 1000)
  return { base, cap: random.magnitude(2 * base, 20_000) }
}

const listWaits = (tries: number, wait: (index: number) => number) => Array.from({ length: tries }, (_, index) => wait(index))
const exponential = ({ base, cap }: Jitter, index: number) => Math.min(cap, base * 2 ** index)

export const textbook: Readonly<Record<string, BackOff>> = {
  'full jitter': (random) => fullJitter(random, jitterOf(random)),
  'equal jitter': (random) => equalJitter(random, jitterOf(random)),
  'decorrelated jitter': (random) => decorrelatedJitter(random, jitterOf(random)),
  'capped exponential': (random) => {
    const jitter = jitterOf(random)
    return listWaits(count(random), (index) => exponential(jitter, index))
  },
  linear: (random) => {
    const step = random.magnitude(10, 1000)
    return listWaits(count(random), (index) => step * (index + 1))
  },
  Fibonacci: (random) => {
    const { base, cap } = jitterOf(random)
    let [one, two] = [base, base]
    return listWaits(count(random), () => {
      const wait = Math.min(cap, one)
      ;[one, two] = [two, one + two]
      return wait
    })
  },
  'constant 1 s': (random) => listWaits(count(random), () => 1000),
}

/** The hardest back-offs to judge: a small base, and a cap of twice the base. */
export const hardest: Readonly<Record<string, BackOff>> = Object.fromEntries(
  [10, 25, 50].flatMap((base) => [
    [`full jitter, ${base} ms, cap ${2 * base} ms`, (random: Random) => fullJitter(random, { base, cap: 2 * base })],
    [`equal jitter, ${base} ms, cap ${2 * base} ms`, (random: Random) => equalJitter(random, { base, cap: 2 * base })],
    [`decorrelated jitter, ${base} ms, cap ${2 * base} ms`, (random: Random) => decorrelatedJitter(random, { base, cap: 2 * base })],
  ]),
)

function fullJitter(random: Random, jitter: Jitter): number[] {
  return listWaits(count(random), (index) => random.between(0, exponential(jitter, index)))
}

function equalJitter(random: Random, jitter: Jitter): number[] {
  return listWaits(count(random), (index) => {
    const half = exponential(jitter, index) / 2
    return half + random.between(0, half)
  })
}

function decorrelatedJitter(random: Random, { base, cap }: Jitter): number[] {
  let wait = base
  return listWaits(count(random), () => {
    wait = Math.min(cap, random.between(base, wait * 3))
    return wait
  })
}

/** The defaults of the libraries, by their documentation. */
export const libraries: Readonly<Record<string, BackOff>> = {
  'urllib3 Retry': () => [0, 0, 0],
  got: (random) => listWaits(2, (index) => 1000 * 2 ** index + random.between(0, 100)),
  ky: () => [300, 600],
  'axios-retry': () => [0, 0, 0],
  'go-retryablehttp': () => [1000, 2000, 4000, 8000],
  'p-retry': () => listWaits(10, (index) => 1000 * 2 ** index),
  'undici RetryAgent': () => listWaits(5, (index) => 500 * 2 ** index),
  'curl --retry': (random) => listWaits(random.whole(3, 9), (index) => 1000 * 2 ** index),
  'tenacity wait_random_exponential': (random) =>
    listWaits(random.whole(3, 9), (index) => random.between(0, Math.min(10_000, 500 * 2 ** index))),
  resilience4j: () => [500, 500],
  Failsafe: () => [0, 0],
  'AWS SDK, standard mode': (random) => listWaits(2, (index) => random.between(0, Math.min(20_000, 100 * 2 ** index))),
}

/** Clients that try again too soon. */
export const guilty: Readonly<Record<string, BackOff>> = {
  'at once': (random) => listWaits(random.whole(9, 15), () => 0),
}
