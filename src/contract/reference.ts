// The reference page: operations, codes and assumptions of the contract, as one page of HTML without scripts.

import { CODES } from '../problem.ts'
import type { Contract } from './contract.ts'

export function renderReference({ title, version, operations, plans, assumptions }: Contract): string {
  const operationRows = operations.map(({ id, method, path, summary, responses, deprecation }) => [
    `<code id="${escapeHtml(id)}">${escapeHtml(method)} ${escapeHtml(path)}</code>`,
    escapeHtml(summary) + (deprecation ? ` <strong>deprecated</strong>, to be removed on ${dateOf(deprecation.sunset)}` : ''),
    [...responses.keys()].join(', '),
  ])
  const codeRows = Object.entries(CODES).map(([code, { status, meaning }]) => [
    `<code>${code}</code>`,
    status === 0 ? 'any' : String(status),
    inline(meaning),
  ])
  const planRows = plans.map(({ name, minute, day }) => [escapeHtml(name), minute.toLocaleString('en'), day.toLocaleString('en')])
  const assumptionRows = assumptions.map(({ id, choice, why }) => [
    `<code id="assumption-${escapeHtml(id)}">${escapeHtml(id)}</code>`,
    inline(choice),
    inline(why),
  ])
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} ${escapeHtml(version)}: reference</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
  table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #8884 }
</style>
<h1>${escapeHtml(title)} ${escapeHtml(version)}</h1>
<p>The whole contract, for people here and for code generators as <a href="/openapi.yaml">/openapi.yaml</a> and <a href="/openapi.json">/openapi.json</a>.</p>
<h2>Operations</h2>${table(['operation', 'what it does', 'responses'], operationRows)}
<h2>Plans</h2>${table(['plan', 'requests a minute', 'requests a day'], planRows)}
<h2>Error codes</h2>${table(['code', 'status', 'meaning'], codeRows)}
<h2>What the service leaves open, and this sandbox assumes</h2>${table(['assumption', 'what the sandbox does', 'why'], assumptionRows)}
</html>
`
}

const table = (head: string[], rows: string[][]) =>
  `<table><tr>${head.map((cell) => `<th>${cell}</th>`).join('')}</tr>\n${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</table>`

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Text in which backquotes mark code. */
const inline = (text: string) => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

const dateOf = (time: number | undefined) => (time === undefined ? 'a date not yet set' : new Date(time).toISOString().slice(0, 10))
