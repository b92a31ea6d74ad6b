// Shows a value as coloured JSON. Numbers keep all their digits.

import { renderJson } from '../../json/json.ts'
import { indentJson, scanJson, type Token } from '../json-text.ts'
import { Text } from './scroll.tsx'

export const Tokens = ({ tokens }: { tokens: readonly Token[] }) => (
  <>{tokens.map(({ kind, text }) => (kind === 'blank' || kind === 'mark' ? text : <span class={`json-${kind}`}>{text}</span>))}</>
)

export const JsonBlock = ({ value }: { value: unknown }) => (
  <Text>
    <Tokens tokens={indentJson(scanJson(renderJson(value)).tokens)} />
  </Text>
)
