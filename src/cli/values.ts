// Turns the texts of options into values. The options of start are only read here: src/options/ checks them,
// for the library too. The other commands check their values here.

import { delimiter } from 'node:path'
import { InvalidArgumentError } from 'commander'

/** Gathers the values of a repeatable option. A variable gives several values with blanks between them. `@` begins the name of one file. */
export const collect = (value: string, before: string[]) => [...before, ...(value.startsWith('@') ? [value] : value.trim().split(/\s+/))]

/** The same for paths, with the separator that PATH has. */
export const collectPaths = (value: string, before: string[]) => [...before, ...value.split(delimiter).filter((path) => path !== '')]

/** Reads a decimal number exactly. Any other text stays a text, so that its refusal shows it as it was written. */
export function number(text: string): number | bigint | string {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  const value = Number(text)
  return Number.isSafeInteger(value) || text.includes('.') ? value : BigInt(text)
}

/** The seconds from the first to the last time of a clock. */
const MAX_ADVANCE = 253_370_764_800

/** Refuses a wrong number of seconds before the clock is set. */
export function advance(text: string): number {
  const value = number(text)
  if (typeof value === 'string' || Math.abs(Number(value)) > MAX_ADVANCE)
    throw new InvalidArgumentError(`It must be a number from -${MAX_ADVANCE} to ${MAX_ADVANCE}.`)
  return Number(value)
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

export const pick = <Options, Name extends keyof Options>(options: Options, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, options[name]])) as Pick<Options, Name>
