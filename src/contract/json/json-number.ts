// The exact values of numbers in JSON text. JSON.parse reads every number as a double.

/** A longer number is not examined (RFC 8259 §9 allows such a limit). */
const MAX_LENGTH = 1000

/** Every integer type of a contract has smaller values than this. */
const MAX_INTEGER = 2 ** 64
/** A larger integer is exact only in this form, so that a message shows what was sent. */
const SHOWN = /^-?\d{1,60}$/

/**
 * The exact value of a number. A bigint when the integer is not safe as a double. Undefined for a number that is too large for a
 * double (1e400), and for a fraction that would become an integer (9007199254740993.5).
 */
export function exactNumber(source: string): number | bigint | undefined {
  const double = Number(source)
  if (!Number.isInteger(double)) return Number.isFinite(double) ? double : undefined
  if (source.length > MAX_LENGTH) return undefined
  if (Math.abs(double) >= MAX_INTEGER) return SHOWN.test(source) ? BigInt(source) : double
  const [, whole = '', fraction = '', exponent = '0'] = PARTS.exec(source) ?? []
  const digits = whole + fraction
  if (double === 0) return ZEROS.test(digits) ? double : undefined
  const isSafe = Number.isSafeInteger(double)
  const power = Number(exponent) - fraction.length
  if (power >= 0) return isSafe ? double : BigInt(digits + '0'.repeat(power))
  const divisor = 10n ** BigInt(-power)
  if (BigInt(digits) % divisor !== 0n) return undefined
  return isSafe ? double : BigInt(digits) / divisor
}

const PARTS = /^(-?\d+)(?:\.(\d+))?(?:[eE](.+))?$/
const ZEROS = /^-?0*$/

export const isInteger = (value: unknown): value is number | bigint => typeof value === 'bigint' || Number.isInteger(value)

/** An integer from its decimal digits: a number if that is safe, otherwise a bigint. */
export function integerOf(digits: string): number | bigint {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number + 0 : BigInt(digits)
}
