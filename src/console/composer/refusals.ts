// Finds the parts of a request that this browser cannot send, or would change: it makes the request, and looks at the result. Each
// part gets a sentence. curl can send them all.

import { type Draft, headersOfDraft } from './draft.ts'

const REDACTED = '[redacted]'

/** `origin` is the origin of the page. */
export function findRefusals(draft: Draft, origin: string): string[] {
  return [...findRedacted(draft), ...(draft.lost === '' ? [] : [draft.lost]), ...askBrowser(draft, origin)]
}

function findRedacted({ key, headers, target }: Draft): string[] {
  const place = Object.entries({ 'the key': key, 'the address': target, 'the headers': headers }).find(
    ([, text]) => text.includes(REDACTED) || text.includes(encodeURIComponent(REDACTED)),
  )
  return place === undefined ? [] : [`The sandbox does not keep credentials: replace ${REDACTED} in ${place[0]}, or remove it.`]
}

function askBrowser(draft: Draft, origin: string): string[] {
  const { method, target, body } = draft
  if (!target.startsWith('/')) return ['The address must begin with a slash.']
  const refusals: string[] = []
  try {
    const headers = headersOfDraft(draft)
    const request = new Request(origin + target, { headers })
    const { pathname, search } = new URL(request.url)
    if (pathname + search !== target) refusals.push(`A browser would send another address: ${pathname}${search}`)
    for (const [name] of headers) {
      // Chromium accepts a User-Agent here, and sends its own.
      if (!request.headers.has(name) || /^user-agent$/i.test(name)) refusals.push(`A browser does not let a page set ${name}.`)
    }
    // The method and the body come last, so that the headers are named too.
    void new Request(request, { method, ...(body !== '' && { body }) })
  } catch (error) {
    refusals.push(`The browser does not send this: ${error instanceof Error ? error.message : error}`)
  }
  return refusals
}
