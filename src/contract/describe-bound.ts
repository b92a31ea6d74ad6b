// The sentences about bounds: how large a number may be, and how long a text or a list.

const items = (count: number) => (count === 1 ? 'one item' : `${count} items`)
const characters = (count: number) => (count === 1 ? 'one character' : `${count} characters`)

const SENTENCES: Readonly<Record<string, (limit: number) => string>> = {
  maximum: (limit) => `must be at most ${limit}`,
  minimum: (limit) => `must be at least ${limit}`,
  exclusiveMaximum: (limit) => `must be below ${limit}`,
  exclusiveMinimum: (limit) => `must be above ${limit}`,
  maxItems: (limit) => `must have at most ${items(limit)}`,
  minItems: (limit) => `must have at least ${items(limit)}`,
  maxLength: (limit) => `must have at most ${characters(limit)}`,
  minLength: (limit) => `must have at least ${characters(limit)}`,
}

/** "must be at most 100", for a keyword of JSON Schema that sets a bound; undefined for other keywords. */
export const describeBound = (keyword: string, { limit }: Readonly<Record<string, unknown>>): string | undefined =>
  SENTENCES[keyword]?.(limit as number)
