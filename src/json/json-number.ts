// The exact values of numbers in JSON text. JSON.parse reads every number as a double.

/** A longer integer stays a double, because no message shows that many digits. */
const MAX_INTEGER_LENGTH = 60

/** A longer number is not examined (RFC 8259 §9 allows such a limit). */
const MAX_LENGTH = 1000

/** Every integer type of a contract has smaller values than this. A larger power such as 1e30 stays a double. */
const MAX_POWER = 2 ** 64

/**
 * The exact value of a number. A bigint when the integer is not safe as a double. Undefined for a number that is too large for a
 * double (1e400), and for a fraction that would become an integer (9007199254740993.5).
 */
export function exactNumber(source: string): number | bigint | undefined {
  const double = Number(source)
  if (!Number.isInteger(double)) return Number.isFinite(double) ? double : undefined
  const isSafe = Number.isSafeInteger(double)
  if (source.length > MAX_LENGTH) return undefined
  const end = Math.max(source.indexOf('e'), source.indexOf('E'))
  const mantissa = end === -1 ? source : source.slice(0, end)
  if (double === 0) return ZERO.test(mantissa) ? double : undefined
  const point = mantissa.indexOf('.')
  const [whole, fraction] = point === -1 ? [mantissa, ''] : [mantissa.slice(0, point), mantissa.slice(point + 1)]
  if (end === -1 && ZERO.test(fraction)) return isSafe || whole.length > MAX_INTEGER_LENGTH ? double : BigInt(whole)
  if (Math.abs(double) >= MAX_POWER) return double
  const exponent = end === -1 ? 0 : Number(source.slice(end + 1))
  const integer = shift(whole + fraction, exponent - fraction.length)
  return isSafe && integer !== undefined ? double : integer
}

const ZERO = /^[-0.]*$/

/** `digits` × 10 ^ `power`, or undefined when this is no integer. */
function shift(digits: string, power: number): bigint | undefined {
  if (power >= 0) return BigInt(digits + '0'.repeat(power))
  const divisor = 10n ** BigInt(-power)
  const integer = BigInt(digits)
  return integer % divisor === 0n ? integer / divisor : undefined
}

/** An integer from its decimal digits: a number if that is safe, otherwise a bigint. */
export function integerOf(digits: string): number | bigint {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number + 0 : BigInt(digits)
}
