// Makes one page of all guides in docs/. The sandbox serves it beside the reference, so that people can read the guides offline.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Marked, type Tokens } from 'marked'

/** Renders the guides as a page with the style sheet of the console. */
export function renderGuides(directory: string): string {
  const files = readdirSync(directory).filter((file) => file.endsWith('.md'))
  const guides = files.map((file) => renderGuide(basename(file, '.md'), readFileSync(join(directory, file), 'utf8'), files))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Guides · Sandbox</title>
<link rel="icon" href="/console/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/console/style.css">
</head>
<body>
<header class="top"><a class="brand" href="/"><img src="/console/favicon.svg" alt="" width="22" height="22"><span>Sandbox</span></a>
<nav aria-label="Views"><a href="/">Requests</a><a href="/docs">Reference</a><a href="/docs/guides" aria-current="page">Guides</a></nav></header>
<div class="reference-page">
<nav class="contents" aria-label="Contents">${guides.map(({ name, title }) => `<a href="#${name}">${title}</a>`).join('\n')}</nav>
<main class="page guides">${guides.map(({ html }) => html).join('\n')}</main>
</div>
</body>
</html>
`
}

function renderGuide(name: string, text: string, files: readonly string[]): { name: string; title: string; html: string } {
  const marked = new Marked({
    renderer: {
      code: ({ text: code, lang = '' }) => (lang.startsWith('mermaid') ? '' : `<pre class="text" tabindex="0">${escapeHtml(code)}</pre>`),
      html: () => '',
      image: () => '',
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens)
        if (/^https?:/.test(href)) return `<a href="${escapeHtml(href)}">${words}</a>`
        const [file = ''] = href.split('#')
        return files.includes(file) ? `<a href="#${basename(file, '.md')}">${words}</a>` : words
      },
      table(token) {
        const cells = (tag: string, row: Tokens.TableCell[]) =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        return `<div class="scroll-x" tabindex="0"><table><thead>${cells('th', token.header)}</thead><tbody>${token.rows.map((row) => cells('td', row)).join('')}</tbody></table></div>`
      },
    },
  })
  const title = escapeHtml(/^# (.*)$/m.exec(text)?.[1] ?? name)
  return { name, title, html: `<section id="${name}">${marked.parse(text, { async: false })}</section>` }
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
