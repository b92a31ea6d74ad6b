// Sets the title and the icon of the tab. They show the number of failures while the tab was hidden.

import { effect } from '@preact/signals'
import { VIEWS } from './route.ts'
import { route, title, unread } from './state.ts'

const icon = (count: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#b3231a"/><text x="16" y="23" font-family="system-ui,sans-serif" font-weight="700" font-size="${count > 9 ? 17 : 20}" text-anchor="middle" fill="#fff">${count > 99 ? '99' : count}</text></svg>`

export function watchTitle(): void {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) unread.value = 0
  })
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  const plain = link?.href ?? ''
  effect(() => {
    const count = unread.value
    const words = `${VIEWS[route.value.view]} · ${title.value} Sandbox`
    document.title = count === 0 ? words : `(${count}) ${words}`
    if (link) link.href = count === 0 ? plain : `data:image/svg+xml,${encodeURIComponent(icon(count))}`
  })
}
