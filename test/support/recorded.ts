// Lines of recorded texts, short enough to read.

import { renderJson } from '../../src/contract/json/json.ts'

/** A line with long runs of one letter and long lists shortened, broken before column 160: at spaces, else behind commas. */
export const wrap = (line: string): string =>
  line
    .replaceAll(/([a-zé ])\1{30,}/g, (run, letter) => `${letter}×${run.length}`)
    .replaceAll(/(\[(?:\{[^{}]*\},){2})(?:\{[^{}]*\},?){3,}\]/g, (list, first) => `${first} … ${list.length} letters]`)
    .replaceAll(/(.{1,156})(?: |$)|(.{80,155},)/g, '$1$2\n    ')
    .trimEnd()

/** The body of an error as status, code and message, when that is all it has: Error of the contract, or a problem of the control API. */
export function shortError(body: string): string {
  const [, code, message, status] = /^\{"code":"(\w+)","message":"(.*)","status":(\d+)\}$/.exec(body) ?? []
  if (code !== undefined) return `${status} ${code}: ${message}`
  return body.replace(/^\{"type":"about:blank","title":"[^"]+","status":(\d+),"detail":"(.*)","code":"(\w+)"\}$/, '$1 $3: $2')
}

/** A value as YAML, with one line for each part that fits into 150 letters. */
export function outline(value: unknown, indent = ''): string {
  const items: [string, unknown][] = Array.isArray(value)
    ? value.map((item) => ['- ', item])
    : Object.entries(value as object).map(([name, item]) => [`${name}: `, item])
  return items
    .map(([name, item]) => {
      const line = indent + name + renderJson(item)
      const isLeaf = typeof item !== 'object' || item === null || line.length <= 150
      return isLeaf ? `${line}\n` : `${indent}${name.trimEnd()}\n${outline(item, `${indent}  `)}`
    })
    .join('')
}

/** Short texts side by side, in lines of at most 160 letters. */
export function pack(texts: readonly string[]): string[] {
  const lines: string[] = []
  for (const text of texts.map(wrap)) {
    const longer = `${lines.at(-1)} | ${text}`
    if (lines.length > 0 && longer.length <= 160) lines[lines.length - 1] = longer
    else lines.push(text)
  }
  return lines
}
