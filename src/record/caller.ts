// The caller of a request: its key, its address and its program. Requests under way are counted for each caller, and the
// report judges the requests of one caller together.

/** All loopback addresses count as one address, because a client may change between 127.0.0.1 and ::1. */
const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/i

/** The name of the first product in a User-Agent (RFC 9110 §10.1.5): `curl` for `curl/8.5.0`. Empty without a product. */
export const productOf = (userAgent = '') => /^\s*([^\s/();]{1,100})/.exec(userAgent)?.[1] ?? ''

export const isLoopback = (address: string) => LOOPBACK.test(address)

/** The same text for all requests of one caller. */
export const nameCaller = (key: string | undefined, address: string, userAgent: string | undefined) =>
  `${key ?? ''} ${isLoopback(address) ? 'loopback' : address} ${productOf(userAgent)}`
