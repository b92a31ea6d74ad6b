// Where the page is: `/#requests/<id>`, `/#switches`, `/#compose`, `/#report`, and `/docs#<anchor>`. Links are plain ones, so
// that they can be copied, opened in a new tab, and come from elsewhere.

export type View = 'requests' | 'switches' | 'compose' | 'report' | 'reference'

export interface Route {
  readonly view: View
  /** The id of an exchange, or the anchor in the reference. */
  readonly place: string
}

const VIEWS: readonly string[] = ['requests', 'switches', 'compose', 'report']

export function parseRoute({ pathname, hash }: { readonly pathname: string; readonly hash: string }): Route {
  const place = decodeHash(hash.slice(1))
  if (pathname.startsWith('/docs')) return { view: 'reference', place }
  const [, view = '', rest = ''] = /^([^/]*)\/?(.*)$/s.exec(place) ?? []
  return VIEWS.includes(view) ? { view: view as View, place: rest } : { view: 'requests', place: '' }
}

export function renderRoute({ view, place }: Route): string {
  if (view === 'reference') return `/docs${place === '' ? '' : `#${encodeURIComponent(place)}`}`
  return `/#${view}${place === '' ? '' : `/${encodeURIComponent(place)}`}`
}

/** Anybody may write a link. */
function decodeHash(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
