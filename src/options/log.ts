import { type LogFormat, type LogOptions, logTo } from '../journal/log.ts'
import { choice, type Option, object, SWITCH } from './option.ts'

export interface Log {
  /** `text`, `json` or `silent` (the default). The log goes to standard output, or to the function `write` in `{ format, write }`. */
  readonly log?: LogFormat | LogOptions
}

const FORMATS = choice('text', 'json', 'silent')

export const log = {
  rule: {
    // JSON Schema does not know functions, so check-options.ts checks that `write` is one.
    ...object({ format: FORMATS, colour: SWITCH, write: { must: 'be a function that takes a text' } }, FORMATS.must),
    type: ['string', 'object'],
    pattern: '^(text|json|silent)$',
    required: ['format', 'write'],
    choices: FORMATS.choices ?? [],
    must: `${FORMATS.must}, or an object with format and write`,
  },
  read: ({ log = 'silent' }: Log): LogOptions => (typeof log === 'string' ? logTo(process.stdout, log) : log),
  flag: '--log <text|json|silent>',
  help: 'how to log requests, or no output at all; default: text on a terminal, json in a pipe',
} satisfies Option<Log>
