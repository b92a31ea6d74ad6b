// What options take: from text to value, or a sentence that says what to write.

import { delimiter } from 'node:path'
import { InvalidArgumentError } from 'commander'

/** Gathers the values of a repeatable option. None of them has a blank: a variable gives several, with blanks between. */
export const collect = (value: string, before: string[]) => [...before, ...value.trim().split(/\s+/)]

/** As collect, of paths: between several stands what stands between those of PATH. */
export const collectPaths = (value: string, before: string[]) => [...before, ...value.split(delimiter).filter((path) => path !== '')]

export function notEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}

export function wholeNumber(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < minimum || number > maximum)
      throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`)
    return number
  }
}

export function seconds(text: string): number {
  const number = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || number === 0) throw new InvalidArgumentError('It must be a number of seconds above 0.')
  return number
}

export function minuteAndDay(text: string): { minute: number; day: number } {
  const [, minute, day] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  if (!(Number(minute) > 0 && Number(day) > 0)) throw new InvalidArgumentError('Write requests a minute and a day, as 5000/500000.')
  return { minute: Number(minute), day: Number(day) }
}
