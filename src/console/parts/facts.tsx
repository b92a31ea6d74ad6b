// A list of names with their texts.

import type { ComponentChildren } from 'preact'

export type Fact = readonly [name: ComponentChildren, text: ComponentChildren]

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
