// The tool that examines a client with faults.

import type { FaultName } from '../../contract/names.ts'
import { FAULTS } from '../../inject/faults.ts'
import { INJECT_FORMATS } from '../../inject/formats/formats.ts'
import type { InjectOptions } from '../../inject/options.ts'
import { inject } from '../../sandbox.ts'
import type { Tool } from './tool.ts'

export const injectTool: Tool = {
  name: 'inject',
  description: `Run the command of a test suite again and again, each time with one fault at one call, on sandboxes of its own. The
suite must pass without a fault, and take PETSTORE_BASE_URL and PETSTORE_API_KEY from the environment. The result says what the client
does in trouble, for example whether a retry creates an item twice.`.replaceAll('\n', ' '),
  inputSchema: {
    type: 'object',
    properties: {
      command: {
        type: 'array',
        items: { type: 'string' },
        description: 'The program and its arguments, for example ["node", "suite.mjs"].',
      },
      faults: {
        type: 'array',
        items: { type: 'string', enum: FAULTS.map(({ name }) => name) },
        description: 'The faults to try. Default: all.',
      },
    },
    required: ['command'],
  },
  run: async ({ command, faults }) => INJECT_FORMATS.text(await inject(readSuite(command, faults))),
}

/** Throws an Error that says what to send instead. The campaign checks the names of the faults. */
function readSuite(command: unknown, faults: unknown): InjectOptions {
  if (!isTexts(command) || command.length === 0) throw new Error('command must be a list of texts, for example ["node", "suite.mjs"]')
  if (faults !== undefined && !isTexts(faults)) throw new Error('faults must be a list of texts, for example ["lost-reply"]')
  return { command, ...(faults !== undefined && { faults: faults as FaultName[] }) }
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === 'string')
