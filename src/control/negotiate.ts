// Chooses the media type of a reply that has several types, from the request's Accept header (RFC 9110 §12.5.1).

interface Range {
  readonly type: string
  readonly weight: number
}

/**
 * The type with the largest weight. When weights are equal, the type that the client names most exactly wins, and then the
 * type that comes first in the document. Undefined when the client accepts no type.
 */
export function negotiate(accept: string | undefined, offered: readonly string[]): string | undefined {
  const ranges = parseAccept(accept ?? '')
  if (ranges.length === 0) return offered[0]
  const weighed = offered.map((type) => ({ type, ...weigh(type, ranges) })).filter(({ weight }) => weight > 0)
  // Sorting keeps the order of equal types.
  return weighed.sort((one, other) => other.weight - one.weight || other.exactness - one.exactness)[0]?.type
}

/** The weight of a media type. The range that names the type most exactly decides. */
function weigh(mediaType: string, ranges: readonly Range[]): { weight: number; exactness: number } {
  const patterns = ['*/*', `${mediaType.split('/', 1)[0]}/*`, mediaType]
  const fitting = ranges
    .map(({ type, weight }) => ({ weight, exactness: patterns.indexOf(type) }))
    .filter(({ exactness }) => exactness >= 0)
  return fitting.reduce((best, range) => (range.exactness > best.exactness ? range : best), { weight: 0, exactness: -1 })
}

const parseAccept = (accept: string): Range[] =>
  accept
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
    .filter(([type]) => type !== '')
    .map(([type = '', ...parameters]) => ({ type, weight: weightOf(parameters) }))

/** The weight in `q=0.5`. Default: 1. */
function weightOf(parameters: readonly string[]): number {
  const [, digits] = parameters.map((parameter) => /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(parameter)).find((match) => match !== null) ?? []
  return digits === undefined ? 1 : Math.min(1, Number(digits))
}
