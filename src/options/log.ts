import { isObject } from '../contract/json/json.ts'
import { type LogOptions, logTo } from '../record/log.ts'
import { choice, type Option, SWITCH } from './option.ts'
import type { SandboxOptions } from './sandbox-options.ts'

const FORMATS = choice('text', 'json', 'silent')

export const log = {
  rule: {
    must: `${FORMATS.must}, or an object with format and write`,
    fits: (value: unknown) => FORMATS.fits(value) || (isObject(value) && 'format' in value && 'write' in value),
    properties: {
      format: FORMATS,
      colour: SWITCH,
      write: { must: 'be a function that takes a text', fits: (value: unknown) => typeof value === 'function' },
    },
    choices: FORMATS.choices ?? [],
  },
  read: ({ log = 'silent' }: SandboxOptions): LogOptions => (typeof log === 'string' ? logTo(process.stdout, log) : log),
  flag: '--log <text|json|silent>',
  help: 'how to log requests, or no output at all; default: text on a terminal, json in a pipe',
} satisfies Option
