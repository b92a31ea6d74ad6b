// Who may use the control API: not a web page of another origin, and nobody who reached this server under a name
// that is not its own (DNS rebinding).

import { isIP } from 'node:net'

/** Why a request is refused; undefined when it may pass. */
export function refusalOf({
  host = '',
  origin,
  scheme,
}: {
  host?: string | undefined
  origin?: string | undefined
  scheme: string
}): string | undefined {
  if (origin !== undefined && origin !== `${scheme}://${host}`)
    return `the Origin ${origin} is not this sandbox: its control API is for its own pages and for programs`
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  const isOwn = isIP(name) !== 0 || !name.includes('.') || name.endsWith('.localhost')
  return isOwn ? undefined : `the Host ${host} is neither loopback, an IP address nor a name without a dot`
}
