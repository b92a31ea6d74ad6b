// Something long under its title and the number of its parts. A click shows it.

import type { ComponentChildren } from 'preact'

interface FoldedProps {
  readonly title: ComponentChildren
  readonly count?: number
  readonly class?: string
  readonly isOpen?: boolean
  readonly children: ComponentChildren
}

export const Folded = ({ title, count, isOpen = false, children, ...more }: FoldedProps) => (
  <details open={isOpen} {...more}>
    <summary>
      {title} {count !== undefined && <span class="dim">{count.toLocaleString('en')}</span>}
    </summary>
    {children}
  </details>
)
