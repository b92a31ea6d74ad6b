// The refusal of two options that cannot be combined.

import { StartError } from '../errors/problem.ts'

export function refuseBoth(one: string, other: string, place = ''): never {
  throw new StartError((spell) => `${spell(one)} and ${spell(other)}${place} cannot be combined: leave out one of them`)
}
