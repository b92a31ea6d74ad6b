// Makes one page of all guides in docs/, so that people can read the guides offline.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { renderPage } from './page.ts'

/** Renders the guides as a page with the style sheet of the console. */
export function renderGuides(directory: string): string {
  const all = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
  const files = ['start.md', ...all.filter((file) => file !== 'start.md')]
  const guides = files.map((file) => renderGuide(basename(file, '.md'), readFileSync(join(directory, file), 'utf8'), files))
  const contents = guides.map(({ name, title }) => `<a href="#${name}">${title}</a>`).join('\n')
  return renderPage({
    title: 'Guides',
    path: '/docs/guides',
    style: 'style.css',
    content: `<div class="guides"><nav class="contents" aria-label="Contents">${contents}</nav>
<main class="page">${guides.map(({ html }) => html).join('\n')}</main></div>`,
  })
}

function renderGuide(name: string, text: string, files: readonly string[]): { name: string; title: string; html: string } {
  const names = new Set(files.map((file) => basename(file)))
  const marked = new Marked({
    renderer: {
      code: ({ text: code, lang = '' }) => (lang.startsWith('mermaid') ? '' : `<pre class="text" tabindex="0">${escapeHtml(code)}</pre>`),
      html: ({ text: tag }) => (tag === '<br>' ? tag : ''),
      image: () => '',
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens)
        if (/^https?:/.test(href)) return `<a href="${escapeHtml(href)}">${words}</a>`
        const [file = ''] = href.split('#')
        return names.has(basename(file)) ? `<a href="#${basename(file, '.md')}">${words}</a>` : words
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
