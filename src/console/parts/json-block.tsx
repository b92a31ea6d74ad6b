// Shows a value as coloured JSON. Numbers keep all their digits.

import { renderJson } from '../../json/json.ts'
import { indentJson, scanJson, type Token } from '../json-text.ts'

export const Tokens = ({ tokens }: { tokens: readonly Token[] }) => (
  <>{tokens.map(({ kind, text }) => (kind === 'blank' || kind === 'mark' ? text : <span class={`json-${kind}`}>{text}</span>))}</>
)

export const JsonBlock = ({ value }: { value: unknown }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach every part that scrolls
  <pre class="text" tabIndex={0}>
    <Tokens tokens={indentJson(scanJson(renderJson(value)).tokens)} />
  </pre>
)
