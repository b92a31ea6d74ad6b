// Who may use the control API: not a web page of another origin, nobody who reached this server under a name that is not
// its own (DNS rebinding), and where there is a token, nobody without it.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { Problem } from '../replies/problem.ts'

export interface GuardOptions {
  /** Names of this server beside loopback, IP addresses and names without a dot. */
  readonly allowedHosts: readonly string[]
  /** Demanded as the bearer (RFC 6750). */
  readonly token?: string | undefined
}

export interface Guard {
  /** Throws a Problem when the request comes from a strange page, or to a strange name. */
  checkOrigin(headers: IncomingHttpHeaders): void
  /** Throws a Problem when the request does not bear the token. */
  checkToken(headers: IncomingHttpHeaders): void
}

const PAGES = 'the control API is for pages of this sandbox and for programs'

export function createGuard({ allowedHosts, token }: GuardOptions): Guard {
  const names = new Set(allowedHosts.map((name) => name.toLowerCase()))
  const isNamed = (host: string) => names.has(host) || names.has(nameOf(host))
  const isOwn = (host: string) => isLocal(nameOf(host)) || isNamed(host)
  const expected = token === undefined ? undefined : hash(token)

  return {
    checkOrigin({ host = '', origin, 'sec-fetch-site': site }) {
      const own = host.toLowerCase()
      if (!isOwn(own))
        refuse(
          `the Host ${show(host)} is neither loopback, an IP address nor a name without a dot: if it is this sandbox, name it with --allowed-hosts`,
        )
      const from = origin === undefined ? own : hostOf(origin)
      if (from === undefined || (from !== own && !isNamed(from)))
        refuse(
          `the Origin ${show(origin ?? '')} is not this sandbox, and ${PAGES}: if a proxy stands between them, name its host with --allowed-hosts`,
        )
      if (site === 'cross-site')
        refuse(
          `the request comes from a page of another site, and ${PAGES}: --allowed-hosts names further hosts of this sandbox, not of other pages`,
        )
    },
    checkToken({ authorization = '' }) {
      if (expected === undefined) return
      const given = /^Bearer +(\S.*)$/i.exec(authorization)?.[1]?.trimEnd()
      if (given !== undefined && timingSafeEqual(hash(given), expected)) return
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

/** Hashes are of one length, so that the comparison takes the same time whatever was sent. */
const hash = (text: string) => createHash('sha256').update(text).digest()

/** A host without its port; IPv6 without its brackets. */
const nameOf = (host: string) => host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')

const isLocal = (name: string) => isIP(name) !== 0 || !name.includes('.') || name.endsWith('.localhost')

/** `null`, and whatever else is no address, is the host of no page. */
const hostOf = (origin: string) => (URL.canParse(origin) && new URL(origin).host) || undefined

const show = (text: string) => text.slice(0, 100)
