// Boxes, tables, lists, texts and times. The keyboard must reach each part that scrolls, so that everybody can scroll it.

import type { ComponentChildren, ComponentProps } from 'preact'
import { showMs } from '../../ground/words.ts'

/** A box with a title. */
export const Card = ({ title, children }: { title: ComponentChildren; children: ComponentChildren }) => (
  <section class="card">
    <h2>{title}</h2>
    {children}
  </section>
)

type FoldedProps = Omit<ComponentProps<'details'>, 'title'> & { readonly title: ComponentChildren; readonly count?: number }

/** Something long under its title and the number of its parts. A click shows it. */
export const Folded = ({ title, count, children, ...more }: FoldedProps) => (
  <details {...more}>
    <summary>
      {title} {count !== undefined && <span class="dim">{count.toLocaleString('en')}</span>}
    </summary>
    {children}
  </details>
)

/** A list without numbers. */
export const Items = ({ items, ...more }: { items: readonly ComponentChildren[]; class?: string }) => (
  <ul {...more}>
    {items.map((item, index) => (
      <li key={index}>{item}</li>
    ))}
  </ul>
)

export type Fact = readonly [name: ComponentChildren, text: ComponentChildren]

/** A list of names with their texts. */
export const Facts = ({ facts, ...more }: { facts: readonly Fact[]; class?: string }) => (
  <dl class="facts" {...more}>
    {facts.map(([name, text], index) => (
      <div key={index}>
        <dt>{name}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)

export const Table = ({ heads, rows }: { heads: readonly ComponentChildren[]; rows: readonly (readonly ComponentChildren[])[] }) => (
  <table>
    <thead>
      <tr>
        {heads.map((head, column) => (
          <th key={column}>{head}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((cells, index) => (
        <tr key={index}>
          {cells.map((cell, column) => (
            <td key={column}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

// biome-ignore lint/a11y/noNoninteractiveTabindex: see above
export const Scroll = (props: ComponentProps<'div'>) => <div tabIndex={0} {...props} />

// biome-ignore lint/a11y/noNoninteractiveTabindex: see above
export const Text = (props: ComponentProps<'pre'>) => <pre class="text" tabIndex={0} {...props} />

/** `3 ms`, `1.25 s`, `4 min 5 s`, `2 h 5 min`, `12 days` */
export function renderSeconds(seconds: number): string {
  if (seconds < 60) return showMs(seconds * 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
  return `${Math.floor(seconds / 86_400).toLocaleString('en')} days`
}

/** `2030-12-05 00:00:01 UTC` */
export const renderDate = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`
