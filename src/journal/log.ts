// The log: a readable line per exchange for people, a JSON object per line for programs. It tells of an exchange when it
// is over. Lines are gathered and written together: to write each alone would cost more than the exchange.

import { styleText } from 'node:util'
import { type Exchange, renderCauses } from '../exchange.ts'
import { renderJson } from '../json/json.ts'
import type { Observer } from '../observer.ts'

export type LogFormat = 'text' | 'json' | 'silent'

export interface Log extends Pick<Observer, 'closed'> {
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
  if (format === 'silent') return { notice: () => {}, flush: () => {} }
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
    closed: (exchange) => add(render(exchange)),
    notice: (text) => add(format === 'json' ? renderJson({ notice: text }) : text),
    flush,
  }
}

/** Milliseconds from the arrival to the reply, else to the end. */
const durationOf = ({ arrived, replied, closed }: Exchange) => Math.round(((replied ?? closed)?.monotonic ?? 0) - arrived.monotonic)

function renderJsonLine(exchange: Exchange): string {
  const { id, arrived, request, reply, delivered, causes, caller, world, operation, testCase, warnings, failure } = exchange
  const message = messageIn(exchange)
  return renderJson({
    time: new Date(arrived.real).toISOString(),
    id,
    method: request.method,
    target: request.target,
    status: reply?.status ?? null,
    ...(delivered !== 'whole' && { delivered }),
    ...(testCase && { case: testCase.name }),
    ...(missedExpectation(exchange) && { expected: testCase?.expect }),
    cause: renderCauses(causes),
    operation,
    key: caller.key,
    world,
    ms: durationOf(exchange),
    ...(warnings.length > 0 && { warnings: messagesOf(warnings) }),
    ...(message !== undefined && { message }),
    ...(failure !== undefined && { failure }),
  })
}

/** "12:00:01 GET /v1/pets 200 handler sandbox_free 1 ms", with what went wrong and what to do beneath. */
function createTextLine(colour: boolean): (exchange: Exchange) => string {
  const paint = (style: 'red' | 'yellow' | 'green' | 'dim', text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text
  return (exchange) => {
    const { arrived, request, causes, caller, testCase, failure } = exchange
    const time = new Date(arrived.real).toTimeString().slice(0, 8)
    const words = [
      paint('dim', time),
      request.method,
      printable(request.target),
      paint(colourOf(exchange), outcomeOf(exchange)),
      renderCauses(causes),
      caller.key ?? (caller.refusal?.given ? 'unknown key' : 'no key'),
      paint('dim', `${durationOf(exchange)} ms`),
      ...(testCase ? [printable(JSON.stringify(testCase.name))] : []),
    ]
    const beneath = remarksOn(exchange).map((text) => `         ${paint('yellow', printable(text))}`)
    return [words.join(' '), ...beneath, ...(failure === undefined ? [] : [paint('red', failure)])].join('\n')
  }
}

/** "200", or how much of it came: "200, cut short", "no reply". */
function outcomeOf({ reply, delivered }: Exchange): string {
  if (reply === undefined) return 'no reply'
  return delivered === 'whole' ? String(reply.status) : `${reply.status}, ${delivered === 'none' ? 'not sent' : 'cut short'}`
}

function colourOf({ reply }: Exchange): 'red' | 'yellow' | 'green' {
  if (reply === undefined || reply.status >= 500) return 'red'
  return reply.status < 400 ? 'green' : 'yellow'
}

/** What went wrong, each with the remedy where there is one. */
function remarksOn(exchange: Exchange): string[] {
  const { testCase, reply, warnings } = exchange
  const message = messageIn(exchange)
  return [
    ...(message === undefined ? [] : [message]),
    ...messagesOf(warnings).map((message) => `warning: ${message}`),
    ...(missedExpectation(exchange)
      ? [`the case expects ${testCase?.expect?.join(' or ')}, and the reply was ${reply?.status ?? 'lost'}`]
      : []),
  ]
}

const messagesOf = (warnings: Exchange['warnings']) => warnings.map(({ message }) => message)

const missedExpectation = ({ testCase, reply }: Exchange) =>
  testCase?.expect !== undefined && !(reply && testCase.expect.includes(reply.status))

/** The sentence of a refusal, which names the remedy. */
function messageIn({ reply }: Exchange): string | undefined {
  if (reply === undefined || reply.status < 400 || reply.body.text === undefined) return undefined
  try {
    const { message } = (JSON.parse(reply.body.text) ?? {}) as { message?: unknown }
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

/** Nothing that a client sends moves the cursor of somebody's terminal. */
const printable = (text: string) => text.replaceAll(/[^\P{C}]/gu, '?')
