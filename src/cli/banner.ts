// The first output of `start`: a banner for people on a terminal, and one line of JSON for programs.

import { wrap } from '../report/formats/layout.ts'
import type { Sandbox } from '../sandbox.ts'
import { quote } from '../text/shell.ts'

/** The facts about a sandbox that the output shows. */
export type Told = Pick<Sandbox, 'url' | 'origin' | 'example' | 'summary' | 'authorityFile' | 'plans' | 'key'>

const LABEL_WIDTH = 12

/** One line of JSON. */
export function renderAnnouncement(sandbox: Told): string {
  const [contract, data] = sandbox.summary
  return `${JSON.stringify({ notice: 'listening', url: sandbox.url, keys: keysOf(sandbox), contract, data, ca: sandbox.authorityFile, try: curlOf(sandbox).join(' ') })}\n`
}

/** Lines that fit into the width. A word that is longer than the width is not broken. */
export function renderBanner(sandbox: Told, width: number): string {
  const { url, origin, summary, authorityFile, plans, key } = sandbox
  const [contract = '', data = ''] = summary
  const rows: [label: string, ...texts: string[]][] = [
    ['Base URL', url],
    ['Console', `${origin}/`],
    ['Keys', keysOf(sandbox).join(' '), `add _<name> for a world of its own: ${key(plans[0], 'w1')}`],
    ['Contract', contract, `${origin}/openapi.yaml`],
    ['Docs', `${origin}/docs`],
    ['Data', data],
    ...(authorityFile === undefined ? [] : [['Trust', authorityFile] as [string, string]]),
  ]
  const lines = rows.flatMap(([label, ...texts]) =>
    texts.flatMap((text, index) => wrap((index === 0 ? `  ${label}` : '').padEnd(LABEL_WIDTH), text, width)),
  )
  return `\n${lines.join('\n')}\n\n  ${curlOf(sandbox).join(' \\\n    ')}\n\n`
}

const keysOf = ({ plans, key }: Told) => plans.map((plan) => key(plan))

/** A curl command to try, with its parts. */
function curlOf({ example, authorityFile, key }: Told): string[] {
  const trust = authorityFile === undefined ? [] : [`--cacert ${quote(authorityFile)}`]
  return [`curl -i ${example}`, ...trust, `-H 'Authorization: Bearer ${key()}'`]
}
