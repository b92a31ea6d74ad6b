// Header fields as the record keeps them.

/** Headers as the record has them, names and values in turn, as pairs. */
export function pairsOf(texts: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at + 1 < texts.length; at += 2) pairs.push([texts[at] as string, texts[at + 1] as string])
  return pairs
}
