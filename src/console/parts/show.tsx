// Boxes, tables, lists and texts. The keyboard must reach each part that scrolls, so that everybody can scroll it.

import type { ComponentChildren, ComponentProps } from 'preact'
import { useId } from 'preact/hooks'

/** A box with a title. */
export function Card({ title, children }: { title: ComponentChildren; children: ComponentChildren }) {
  const id = useId()
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

interface FoldedProps {
  readonly title: ComponentChildren
  readonly count?: number
  readonly class?: string
  readonly open?: boolean
  readonly children: ComponentChildren
}

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

interface TableRow {
  readonly id?: string
  /** For a row that stays when other rows come and go. */
  readonly key?: string
  readonly class?: string
}

/** The cells of a row, and before them the attributes of the row. */
export type Row = readonly [attributes: TableRow, ...cells: ComponentChildren[]]

export const Table = ({ heads, rows, ...more }: { heads: readonly ComponentChildren[]; rows: readonly Row[]; class?: string }) => (
  <table {...more}>
    <thead>
      <tr>
        {heads.map((head, column) => (
          <th key={column}>{head}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([{ key, ...attributes }, ...cells], index) => (
        <tr key={key ?? index} {...attributes}>
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

/** Paragraphs of an OpenAPI document. */
export const Prose = ({ text }: { text: unknown }) =>
  String(text ?? '')
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => (
      <p key={paragraph}>
        <Inline text={paragraph} />
      </p>
    ))

/** Of Markdown it knows code between backquotes. */
export const Inline = ({ text }: { text: unknown }) =>
  String(text ?? '')
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))
