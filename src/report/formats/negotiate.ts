// Which format a client of the control API gets, by its Accept header (RFC 9110 §12.5.1).

import { FORMAT_NAMES, FORMATS, type Format, type FormatName } from './formats.ts'

interface Range {
  readonly type: string
  readonly weight: number
}

/** What is served, JSON first: it is the default. */
const SERVED = FORMAT_NAMES.filter((name) => mediaTypeOf(name) !== undefined).sort(
  (one, other) => Number(other === 'json') - Number(one === 'json'),
)

/** The media types that are served, the default first. */
export const MEDIA_TYPES: readonly string[] = SERVED.map((name) => mediaTypeOf(name) ?? '')

/** The format that is accepted best; of several the one that is named most exactly. Undefined where none is accepted. */
export function negotiate(accept: string | undefined): FormatName | undefined {
  const ranges = parseAccept(accept ?? '')
  if (ranges.length === 0) return 'json'
  let best: FormatName | undefined
  let highest = [0, 0]
  for (const name of SERVED) {
    const [weight = 0, exactness = 0] = weigh(mediaTypeOf(name) ?? '', ranges)
    const [most = 0, exactest = 0] = highest
    if (weight < most || weight === 0 || (weight === most && exactness <= exactest)) continue
    best = name
    highest = [weight, exactness]
  }
  return best
}

function mediaTypeOf(name: FormatName): string | undefined {
  const { mediaType }: Format = FORMATS[name]
  return mediaType
}

/** How much a media type is wanted: the range that names it most exactly decides. */
function weigh(mediaType: string, ranges: readonly Range[]): readonly [weight: number, exactness: number] {
  const patterns = ['*/*', `${mediaType.split('/', 1)[0]}/*`, mediaType]
  const fitting = ranges.map(({ type, weight }) => [weight, patterns.indexOf(type) + 1] as const).filter(([, exactness]) => exactness > 0)
  return fitting.reduce((best, range) => (range[1] > best[1] ? range : best), [0, 0] as const)
}

const parseAccept = (accept: string): Range[] =>
  accept
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
    .filter(([type]) => type !== '')
    .map(([type = '', ...parameters]) => ({ type, weight: weightOf(parameters) }))

/** `q=0.5`; 1 without it. */
function weightOf(parameters: readonly string[]): number {
  const [, digits] = parameters.map((parameter) => /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(parameter)).find((match) => match !== null) ?? []
  return digits === undefined ? 1 : Math.min(1, Number(digits))
}
