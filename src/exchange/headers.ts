// Header fields in the form of the record.

/** Turns the record's headers, which are names and values in turn, into pairs. */
export function pairsOf(texts: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < texts.length; at += 2) pairs.push([texts[at] as string, texts[at + 1] as string])
  return pairs
}

/** The value of a header of the request; undefined without it. */
export function headerOf(headers: readonly string[], wanted: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] as string
    if (name.length === wanted.length && name.toLowerCase() === wanted) return headers[at + 1]
  }
  return undefined
}
