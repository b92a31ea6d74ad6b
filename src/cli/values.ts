// Turns the texts of options into values. `numberThat` also checks them. The other values are checked where they are used.

import { InvalidArgumentError, Option } from 'commander'

export const repeatable = <Value>(flag: string, help: string, gather: (value: string, before: Value[]) => Value[]) =>
  new Option(flag, `${help}; repeatable`).default([], 'none').argParser(gather)

export const collect = (value: string, before: string[]) => [...before, value]

/** Reads a decimal number exactly. Any other text stays a text, so that its refusal shows it as it was written. */
export function number(text: string): number | bigint | string {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  const value = Number(text)
  return Number.isSafeInteger(value) || text.includes('.') ? value : BigInt(text)
}

/** `must` ends the sentence that refuses a wrong number. */
export const numberThat =
  (must: string, isRight: (value: number) => boolean) =>
  (text: string): number => {
    const value = number(text)
    if (typeof value === 'string' || !isRight(Number(value))) throw new InvalidArgumentError(`It must ${must}.`)
    return Number(value)
  }

export const wholeNumber = (minimum: number, maximum: number) =>
  numberThat(`be a whole number from ${minimum} to ${maximum}`, (value) => Number.isInteger(value) && value >= minimum && value <= maximum)

export const pick = <Options, Name extends keyof Options>(options: Options, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, options[name]])) as Pick<Options, Name>
