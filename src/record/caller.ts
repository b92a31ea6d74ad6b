// What the record knows of the sender of a request: its program, and whether it is on this machine.

const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/i

/** The name of the first product in a User-Agent (RFC 9110 §10.1.5): `curl` for `curl/8.5.0`. Empty without a product. */
export const productOf = (userAgent = '') => /^\s*([^\s/();]{1,100})/.exec(userAgent)?.[1] ?? ''

export const isLoopback = (address: string) => LOOPBACK.test(address)
