// The log: when an exchange is over, a readable line for people, or a line of JSON for programs. Lines are written together, because
// writing each line alone would cost more than the exchange.

import { renderJson } from '../contract/json/json.ts'
import { BOUNDS } from '../ground/bounds.ts'
import type { Exchange } from '../ground/generated/control.ts'
import { createPaint, type Paint, printable, printableJson, printableLines } from '../ground/printable.ts'
import { renderCauses } from './exchange.ts'
import type { Observer } from './observer.ts'
import { colourOf, durationOf, messageIn, messagesOf, missedExpectation, nameOfCaller, outcomeOf, remarksOn } from './show-exchange.ts'

/** The form of the log: one line for people, one line of JSON, or no output at all. */
export type LogFormat = 'text' | 'json' | 'silent'

export interface Log extends Pick<Observer, 'closed'> {
  notice(text: string): void
  flush(): void
}

/** Where the log goes, and how it looks. */
export interface LogOptions {
  /** The format of each line: readable text, JSON, or no output at all. */
  readonly format: LogFormat
  /** Whether the text has colours. */
  readonly colour?: boolean
  /** Takes the text of one or more whole lines, each with its line end. */
  readonly write: (text: string) => void
}

const GATHER_MS = 20

export function createLog({ format, colour = false, write }: LogOptions): Log {
  if (format === 'silent') return { notice: () => {}, flush: () => {} }
  let lines: string[] = []
  let timer: NodeJS.Timeout | undefined
  const paint = createPaint({ colour })

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (lines.length > 0) write(`${lines.join('\n')}\n`)
    lines = []
  }

  function add(line: string): void {
    lines.push(line)
    timer ??= setTimeout(flush, GATHER_MS)
  }

  return {
    closed: (exchange) => add(format === 'json' ? renderJsonLine(exchange) : renderTextLine(exchange, paint)),
    notice: (text) => add(format === 'json' ? printableJson(renderJson({ notice: text })) : printableLines(text)),
    flush,
  }
}

function renderJsonLine(exchange: Exchange): string {
  const { id, arrived, request, reply, delivered, causes, caller, world, operation, testCase, warnings, failure } = exchange
  const message = messageIn(exchange)
  const line = renderJson({
    time: new Date(arrived.real).toISOString(),
    id,
    method: request.method,
    target: request.target,
    status: reply?.status ?? null,
    ...(delivered !== 'whole' && { delivered }),
    case: testCase?.name,
    ...(missedExpectation(exchange) && { expected: testCase?.expect }),
    cause: renderCauses(causes),
    operation,
    key: caller.key,
    world,
    ms: durationOf(exchange),
    ...(warnings.length > 0 && { warnings: messagesOf(warnings) }),
    message,
    failure,
  })
  return printableJson(line)
}

/** "12:00:01 GET /v1/pets 200 handler sandbox_free 1 ms". The next lines say what went wrong and what to do. */
function renderTextLine(exchange: Exchange, paint: Paint): string {
  const { arrived, request, causes, caller, testCase, failure } = exchange
  const time = new Date(arrived.real).toTimeString().slice(0, 8)
  const words = [
    paint('dim', time),
    request.method,
    printable(request.target),
    paint(colourOf(exchange), outcomeOf(exchange)),
    renderCauses(causes),
    nameOfCaller(caller),
    paint('dim', `${durationOf(exchange)} ms`),
    ...(testCase ? [printable(JSON.stringify(testCase.name))] : []),
  ]
  const remarks = remarksOn(exchange)
  const beneath = remarks.map((text) => `         ${paint('yellow', printable(text))}`)
  const isSaid = failure === undefined || remarks.some((text) => text.includes(failure))
  return [words.join(' '), ...beneath, ...(isSaid ? [] : [paint('red', printableLines(failure))])].join('\n')
}

/** A terminal that shows colours gets colours. @internal */
export function logTo(stream: typeof process.stdout, format: LogFormat): LogOptions {
  // The reader of the log may leave, but the sandbox must go on for its clients. Many sandboxes may share one stream.
  if (format !== 'silent' && !stream.listeners('error').includes(ignore)) stream.on('error', ignore)
  return {
    format,
    colour: stream.isTTY && stream.hasColors(),
    write: (text) => stream.writableLength > BOUNDS.unreadLogBytes || stream.write(text),
  }
}

function ignore(): void {}
