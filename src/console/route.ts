// The addresses of the page: `/#requests/<id>?q=<search>`, `/#worlds/<world>` and `/#report/<world>`. Links are plain, so that a reader can
// copy and share them, and open them in a new tab.

/** In the order of the header. */
export const VIEWS = { requests: 'Requests', worlds: 'Worlds', report: 'Report' } as const

export type View = keyof typeof VIEWS

export interface Route {
  readonly view: View
  /** The id of an exchange, or the name of a world. */
  readonly place: string
  /** The search of the list; empty in the other views. */
  readonly query: string
}

const isView = (name: string): name is View => Object.hasOwn(VIEWS, name)

export function parseRoute({ hash }: { readonly hash: string }): Route {
  const [, view = '', place = '', parameters] = /^#([^/?]*)\/?([^?]*)(?:\?(.*))?$/s.exec(hash) ?? []
  if (!isView(view)) return { view: 'requests', place: '', query: '' }
  return { view, place: decode(place), query: new URLSearchParams(parameters).get('q') ?? '' }
}

export function renderRoute({ view, place = '', query = '' }: Partial<Route> & Pick<Route, 'view'>): string {
  return `/#${view}${place === '' ? '' : `/${encodeURIComponent(place)}`}${query === '' ? '' : `?q=${encodeURIComponent(query)}`}`
}

/** In place of decodeURIComponent, because an address that somebody wrote by hand may have a wrong escape. */
const decode = (text: string) => new URLSearchParams(`text=${text}`).get('text') ?? ''
