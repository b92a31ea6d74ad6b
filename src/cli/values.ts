// What options take: from text to value, or a sentence that says what to write.

import { InvalidArgumentError } from 'commander'

/** Gathers the values of a repeatable option. */
export const collect = (value: string, before: string[]) => [...before, value]

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
  if (minute === undefined || day === undefined) throw new InvalidArgumentError('Write requests a minute and a day, as 5000/500000.')
  return { minute: Number(minute), day: Number(day) }
}
