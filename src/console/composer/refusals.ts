// Finds the parts of a request that a browser cannot send, or would change. Each part gets a sentence. curl can send them all.

import type { Draft } from './draft.ts'

/** The forbidden request headers (WHATWG Fetch §2.2.2), and User-Agent, which Chromium does not let a page change. */
const FORBIDDEN =
  /^(accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie|cookie2|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via|proxy-.*|sec-.*)$/i

export const isForbidden = (name: string) => FORBIDDEN.test(name)

const REDACTED = '[redacted]'

/** `origin` is the origin of the page. */
export function findRefusals(draft: Draft, origin: string): string[] {
  const { method, headers, body } = draft
  return [
    ...findRedacted(draft),
    ...(draft.lost === '' ? [] : [draft.lost]),
    ...(/^(GET|HEAD)$/i.test(method) && body !== '' ? [`A browser sends no body with ${method}.`] : []),
    ...(/^(CONNECT|TRACE|TRACK)$/i.test(method) ? [`A browser does not send ${method}.`] : []),
    ...(/^[\w!#$%&'*+.^`|~-]+$/.test(method) ? [] : ['The method has characters that HTTP does not allow.']),
    ...headers.filter(([name]) => isForbidden(name)).map(([name]) => `A browser does not let a page set ${name}.`),
    ...headers
      .filter(([name, value]) => name !== '' && !isSendable(name, value))
      .map(([name]) => `The header ${name} has characters that a browser does not send.`),
    ...findChanges(draft, origin),
  ]
}

function findRedacted({ key, headers, target }: Draft): string[] {
  const name = [['the key', key], ['the address', target], ...headers].find(
    ([, value = '']) => value.includes(REDACTED) || value.includes(encodeURIComponent(REDACTED)),
  )?.[0]
  if (name === undefined) return []
  return [`The sandbox does not keep credentials: replace ${REDACTED} in ${name}, or remove it.`]
}

/** A browser changes some addresses before it sends them: `/a/../b` becomes `/b`. */
function findChanges({ target }: Draft, origin: string): string[] {
  if (!target.startsWith('/')) return ['The address must begin with a slash.']
  if (/\{[^}]*\}/.test(target)) return ['A parameter in the path has no value yet.']
  const { pathname, search } = new URL(origin + target)
  const sent = pathname + search
  return sent === target ? [] : [`A browser would send another address: ${sent}`]
}

/** The browser's own check of headers: names are tokens, and values are Latin-1 without line breaks. */
const isSendable = (name: string, value: string) =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(name) && [...value].every((letter) => letter <= 'ÿ' && !/[\0\r\n]/.test(letter))
