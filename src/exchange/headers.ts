// Header fields in the form of the record.

/** Turns the record's headers, which are names and values in turn, into pairs. */
export function pairsOf(texts: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < texts.length; at += 2) pairs.push([texts[at] as string, texts[at + 1] as string])
  return pairs
}
