// Decides who may use the control API. Refuses web pages of another origin, requests to a foreign host name (DNS rebinding), and requests
// without the token, if there is one.

import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { Problem } from '../../ground/problem.ts'
import { shorten } from '../../ground/words.ts'

export interface GuardOptions {
  /**
   * Further host names of this server, beside loopback, IP addresses and names without a dot. A name without a port allows only pages of
   * the default port, because other ports of that host belong to other programs.
   */
  readonly allowedHosts: readonly string[]
  /** The bearer token that requests must have (RFC 6750). */
  readonly token?: string | undefined
}

const PAGES = 'the control API is for pages of this sandbox and for programs'

/** Two checks of a request. Each throws a Problem. */
export function createGuard({ allowedHosts, token }: GuardOptions) {
  const names = new Set(allowedHosts.map((name) => name.toLowerCase()))
  const isOwn = (host: string) => isLocal(nameOf(host)) || names.has(host) || names.has(nameOf(host))
  const expected = token === undefined ? undefined : digestOf(token)

  return {
    /** The request comes from no foreign page, and goes to no foreign host name. */
    checkOrigin({ host = '', origin, 'sec-fetch-site': site }: IncomingHttpHeaders): void {
      const own = host.toLowerCase()
      if (!isOwn(own))
        refuse(
          `the Host ${shorten(host)} is neither loopback, an IP address nor a name without a dot: if it is this sandbox, name it with --allowed-hosts`,
        )
      const from = origin === undefined ? own : hostOf(origin)
      if (from === undefined || (from !== own && !names.has(from)))
        refuse(
          `the Origin ${shorten(origin ?? '')} is not this sandbox, and ${PAGES}: if a proxy stands between them, name its host with --allowed-hosts, as the URL of the page has it, with a port if there is one`,
        )
      if (site === 'cross-site')
        refuse(
          `the request comes from a page of another site, and ${PAGES}: --allowed-hosts is only for further host names of this sandbox`,
        )
    },
    checkToken({ authorization = '' }: IncomingHttpHeaders): void {
      if (expected === undefined) return
      const given = /^Bearer +(\S.*)$/i.exec(authorization)?.[1]?.trimEnd()
      if (given !== undefined && timingSafeEqual(digestOf(given), expected)) return
      const challenge = `Bearer realm="control API"${given === undefined ? '' : ', error="invalid_token"'}`
      throw new Problem('unauthorized', 'this control API needs its token: send it as "Authorization: Bearer <token>"', {
        headers: { 'WWW-Authenticate': challenge },
      })
    },
  }
}

function refuse(message: string): never {
  throw new Problem('forbidden', message)
}

/** All hashes have the same length, so the comparison takes the same time for every token. */
const digestOf = (text: string) => hash('sha256', text, 'buffer')

/** A host without its port. An IPv6 address also loses its brackets. */
const nameOf = (host: string) => host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')

const isLocal = (name: string) => isIP(name) !== 0 || !name.includes('.') || name.endsWith('.localhost')

/** Undefined for `null` and for everything else that is not a URL. */
const hostOf = (origin: string) => URL.parse(origin)?.host || undefined
