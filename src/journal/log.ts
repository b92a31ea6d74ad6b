// The log: a readable line per exchange for people, a JSON object per line for programs. Lines are gathered and
// written together, for a write a line costs more than the exchange that it tells of.

import { styleText } from 'node:util'
import type { Exchange } from '../exchange.ts'
import { renderJson } from '../json.ts'
import { messageOf } from '../problem.ts'

export type LogFormat = 'text' | 'json' | 'silent'

export interface Log {
  exchange(exchange: Exchange): void
  notice(text: string): void
  /** Writes out what is gathered. */
  flush(): void
}

export interface LogOptions {
  readonly format: LogFormat
  readonly colour?: boolean
  readonly write: (text: string) => void
}

const GATHER_MS = 20
const GATHER_LINES = 200

export function createLog({ format, colour = false, write }: LogOptions): Log {
  let lines: string[] = []
  let timer: NodeJS.Timeout | undefined
  const render = format === 'json' ? renderJsonLine : createTextLine(colour)

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (lines.length > 0) write(`${lines.join('\n')}\n`)
    lines = []
  }

  function add(line: string): void {
    lines.push(line)
    if (lines.length >= GATHER_LINES) flush()
    else timer ??= setTimeout(flush, GATHER_MS)
  }

  return {
    exchange: format === 'silent' ? () => {} : (exchange) => add(render(exchange)),
    notice: format === 'silent' ? () => {} : (text) => add(format === 'json' ? renderJson({ notice: text }) : text),
    flush,
  }
}

const durationOf = ({ arrived, replied }: Exchange) => (replied ? replied.real - arrived.real : null)

function renderJsonLine(exchange: Exchange): string {
  const { id, arrived, request, sent, cause, caller, world, operation, warnings, failure } = exchange
  return renderJson({
    time: new Date(arrived.real).toISOString(),
    id,
    method: request.method,
    target: request.target,
    status: sent?.status ?? null,
    ...(exchange.fault && { fault: exchange.fault.kind }),
    ...(exchange.testCase && { case: exchange.testCase.name }),
    cause,
    operation: operation?.id,
    key: caller.key,
    world: world?.name,
    ms: durationOf(exchange),
    ...(warnings.length > 0 && { warnings }),
    ...(messageIn(exchange) && { message: messageIn(exchange) }),
    ...(failure !== undefined && { failure: stackOf(failure) }),
  })
}

/** "12:00:01 GET /v1/pets 200 handler sandbox_free 1 ms", with warnings and the remedy beneath. */
function createTextLine(colour: boolean): (exchange: Exchange) => string {
  const paint = (style: 'red' | 'yellow' | 'green' | 'dim', text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text
  return (exchange) => {
    const { arrived, request, sent, cause, caller, warnings, failure } = exchange
    const status =
      sent === undefined
        ? paint('red', exchange.fault?.kind ?? 'gone')
        : paint(sent.status < 400 ? 'green' : sent.status < 500 ? 'yellow' : 'red', String(sent.status))
    const time = new Date(arrived.real).toTimeString().slice(0, 8)
    const line = `${paint('dim', time)} ${request.method} ${printable(request.target)} ${status} ${cause} ${caller.key ?? (caller.refusal?.given ? 'unknown key' : 'no key')} ${paint('dim', `${durationOf(exchange) ?? '-'} ms`)}`
    const message = messageIn(exchange)
    const beneath = [...(message ? [message] : []), ...warnings.map((warning) => `warning: ${warning}`)].map(
      (text) => `         ${paint('yellow', printable(text))}`,
    )
    return [line, ...beneath, ...(failure === undefined ? [] : [paint('red', stackOf(failure))])].join('\n')
  }
}

/** The sentence of a refusal, which names the remedy. */
function messageIn({ reply }: Exchange): string | undefined {
  if (reply === undefined || reply.status < 400) return undefined
  const { message } = (reply.body ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : undefined
}

/** Nothing that a client sends moves the cursor of somebody's terminal. */
const printable = (text: string) => text.replaceAll(/[^\P{C}]/gu, '?')

const stackOf = (failure: unknown) => (failure instanceof Error ? (failure.stack ?? messageOf(failure)) : String(failure))
