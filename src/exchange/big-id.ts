// Ids above 2^53 that stand for the real ids of items: 2^53 + 1 for id 0, 2^53 + 5 for id 1, and so on.

import { integerOf } from '../json/json-number.ts'

const FIRST = 2n ** 53n + 1n
const STEP = 4n

export const toBigId = (id: number | bigint): number | bigint => integerOf(String(FIRST + BigInt(id) * STEP))

/** Whether an id may be one that toBigId() has made. */
export const isBigId = (id: number | bigint) => BigInt(id) >= FIRST && (BigInt(id) - FIRST) % STEP === 0n

/** The real id behind a big one. */
export const fromBigId = (id: number | bigint): number | bigint => integerOf(String((BigInt(id) - FIRST) / STEP))
