// The frame of the pages that the build makes: the head, and the header with links to the other pages.

import { renderRoute, VIEWS, type View } from '../src/console/route.ts'

interface Page {
  readonly title: string
  /** The path of the page. */
  readonly path: string
  /** The name of its style sheet. */
  readonly style: string
  readonly scripts?: readonly string[]
  readonly content: string
  /** The id of the body, for the script that replaces the content. */
  readonly id?: string
}

export const renderPage = ({ title, path, style, scripts = [], content, id = 'page' }: Page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Sandbox</title>
<link rel="icon" href="/console/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/console/${style}">
${scripts.map((name) => `<script type="module" src="/console/${name}"></script>`).join('\n')}
</head>
<body id="${id}" spellcheck="false">
<header class="top"><a class="brand" href="/"><img src="/console/favicon.svg" alt="" width="22" height="22"><span>Sandbox</span></a>
<nav aria-label="Views">${LINKS.map(([to, name]) => `<a href="${to}"${to === path ? ' aria-current="page"' : ''}>${name}</a>`).join('')}</nav></header>
${content}
</body>
</html>
`

const LINKS = [
  ...Object.entries(VIEWS).map(([view, name]) => [renderRoute({ view: view as View }), name]),
  ['/docs', 'Docs'],
  ['/docs/guides', 'Guides'],
] as const

/** The page of the console until its script runs. */
export const renderConsole = () =>
  renderPage({
    title: 'Requests',
    path: '/',
    style: 'style.css',
    scripts: ['console.js'],
    id: 'app',
    content: '<noscript>The console needs JavaScript. The contract is at <a href="/openapi.yaml">/openapi.yaml</a>.</noscript>',
  })

/** The page in which Scalar shows the documents. */
export const renderDocs = () =>
  renderPage({ title: 'Docs', path: '/docs', style: 'docs.css', scripts: ['scalar.js', 'docs.js'], content: '<div id="docs"></div>' })
