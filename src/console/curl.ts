// Renders a request as a curl command that sends the same bytes.

import type { RequestRecord } from '../ground/generated/control.ts'
import { quote } from '../ground/words.ts'
import { pairsOf } from '../record/exchange.ts'

/** curl adds these headers itself. */
const OWN = /^(host|connection|content-length|transfer-encoding|accept-encoding|keep-alive)$/i

export function renderCurl({ method, origin, target, headers, body = { bytes: 0 } }: RequestRecord): string {
  const { text, base64, bytes, sha256 } = body
  const url = target.startsWith('/') ? origin + target : target
  const hasBody = bytes > 0
  const isPlain = method === (hasBody ? 'POST' : 'GET')
  // A Host that differs from the address is kept.
  const sent = pairsOf(headers).filter(([name, value]) => !OWN.test(name) || (/^host$/i.test(name) && value !== new URL(origin).host))
  const hasType = sent.some(([name]) => /^content-type$/i.test(name))
  const command = [
    `curl -i${isPlain ? '' : method === 'HEAD' ? 'I' : ` -X ${quote(method)}`}${flagsFor(url)} ${quote(url)}`,
    // curl leaves out a header with an empty value, unless it is written with a semicolon.
    ...sent.map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(hasBody && !hasType ? ["-H 'Content-Type:'"] : []),
    ...(hasBody ? [base64 === undefined ? `--data-raw ${quote(text ?? '')}` : '--data-binary @-'] : []),
  ].join(' \\\n  ')
  const note = sha256 === undefined ? '' : `# only the beginning of the body was kept: ${bytes} bytes were sent\n`
  return note + (base64 === undefined ? command : `printf %s ${base64} | base64 -d | ${command}`)
}

/** Without these flags curl reads brackets and braces as patterns, and removes `.` and `..` from a path. */
const flagsFor = (url: string) => (/[[\]{}]/.test(url) ? ' --globoff' : '') + (/\/\.{1,2}(\/|$|\?)/.test(url) ? ' --path-as-is' : '')
