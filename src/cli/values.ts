// What options take, from text to value. The options of start are only read here: whether a value fits is checked once,
// for library and command, by src/settings/options-schema.ts. Other commands check theirs.

import { delimiter } from 'node:path'
import { InvalidArgumentError } from 'commander'

/** Gathers the values of a repeatable option. None of them has a blank: a variable gives several, with blanks between. */
export const collect = (value: string, before: string[]) => [...before, ...value.trim().split(/\s+/)]

/** As collect, of paths: between several stands what stands between those of PATH. */
export const collectPaths = (value: string, before: string[]) => [...before, ...value.split(delimiter).filter((path) => path !== '')]

/** Reads a decimal number, exactly; any other text stays one, to be refused as it was written. */
export function number(text: string): number | bigint | string {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  const value = Number(text)
  return Number.isSafeInteger(value) || text.includes('.') ? value : BigInt(text)
}

export function wholeNumber(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < minimum || value > maximum)
      throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`)
    return value
  }
}

export function seconds(text: string): number {
  const value = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || value === 0) throw new InvalidArgumentError('It must be a number of seconds above 0.')
  return value
}
