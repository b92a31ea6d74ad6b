// The exchange while its request is under way: plain data that could be sent as JSON. The journey writes it. Observers only read it, as
// the `Exchange` of spec/control.yaml.

import type { Body, Cause, Exchange, RequestRecord, Violation, Warning, WarningCode } from '../ground/generated/control.ts'

export interface OpenExchange extends Writable<Omit<Exchange, 'violations' | 'warnings' | 'assumed' | 'request'>> {
  readonly violations: Violation[]
  readonly warnings: Warning[]
  readonly assumed: string[]
  /** The body may still be on its way. */
  request: Omit<RequestRecord, 'body'> & { body?: Body }
}

type Writable<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] }

/** A request can have hundreds of headers that look like a switch. */
const MAX_WARNINGS = 20

/** Further warnings are left out. */
export function addWarning(
  { warnings }: Pick<OpenExchange, 'warnings'>,
  code: WarningCode,
  message: string,
  where?: Pick<Violation, 'in' | 'place'>,
): void {
  if (warnings.length < MAX_WARNINGS) warnings.push({ code, message, ...where })
}

export function addAssumed({ assumed }: Pick<OpenExchange, 'assumed'>, id: string): void {
  if (!assumed.includes(id)) assumed.push(id)
}

/** `scenario;name=flaky;step=1`, the form in `Sandbox-Cause` and in the log. */
export function renderCauses(causes: readonly Cause[]): string {
  let text = ''
  for (const { name, parameters } of causes) {
    text += text === '' ? name : `, ${name}`
    for (const key in parameters) text += `;${key}=${parameters[key]}`
  }
  return text
}

/** In the record, names and values of headers stand in turn. */
export function pairsOf(texts: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < texts.length; at += 2) pairs.push([texts[at] as string, texts[at + 1] as string])
  return pairs
}

export function headerOf(headers: readonly string[], wanted: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2) if (headers[at]?.toLowerCase() === wanted) return headers[at + 1]
}

/** A header of the reply. A scenario may have changed the case of its name. */
export function replyHeaderOf({ reply }: Exchange, wanted: string): string | undefined {
  for (const name in reply?.headers) if (name.toLowerCase() === wanted) return reply.headers[name]
}

/** The name of the first product in a User-Agent (RFC 9110 §10.1.5): `curl` for `curl/8.5.0`. Empty without a product. */
export const productOf = (userAgent = '') => /^\s*([^\s/();]{1,100})/.exec(userAgent)?.[1] ?? ''

export const isLoopback = (address: string) => /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/i.test(address)
