// Who calls, as far as one caller can be told from another on the wire: key, address and program. The rate of connections
// is counted by it, and the report judges together what came from one caller.

/** All of the loopback is one address: a client may change between 127.0.0.1 and ::1. */
const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/i

/** The name of the first product of a User-Agent (RFC 9110 §10.1.5), as `curl` of `curl/8.5.0`; empty without one. */
export const productOf = (userAgent = '') => /^\s*([^\s/();]{1,100})/.exec(userAgent)?.[1] ?? ''

export const isLoopback = (address: string) => LOOPBACK.test(address)

/** A text that is the same for all requests of one caller. */
export const nameCaller = (key: string | undefined, address: string, userAgent: string | undefined) =>
  `${key ?? ''} ${isLoopback(address) ? 'loopback' : address} ${productOf(userAgent)}`
