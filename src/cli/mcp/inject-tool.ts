// The tool that examines a client with faults.

import { DEFAULT_SLOW, DRIFT, FAULTS } from '../../inject/faults.ts'
import { INJECT_FORMATS } from '../../inject/formats/formats.ts'
import type { InjectOptions } from '../../inject/options.ts'
import { inject } from '../../sandbox.ts'
import { objectOf, TEXTS, type Tool } from './tool.ts'

/** The seconds after which a campaign ends, if the agent does not say. */
const DEFAULT_SECONDS = 600

const SECONDS = { type: 'number', minimum: 1 }

const meanings = [...FAULTS.map(({ name, gives }) => `${name}: ${gives}`), `${DRIFT}: whole runs with a later version of the service`]

export const injectTool: Tool = {
  name: 'inject',
  description:
    `Run a test suite again and again, each time with one fault at one call, on sandboxes of its own, which getReport does not see. The
suite must pass without a fault, and take PETSTORE_BASE_URL and PETSTORE_API_KEY from the environment. Give it plain tests, without
scenarios, faked clocks and sleeps, and keep the tests of trouble in another file. It runs in ${process.cwd()}, with the PATH of this
server. Each call that the suite makes costs about seven runs of the whole suite; a run lasts longer when the client waits. The call
sends progress; if your time limit is shorter, try a few faults or calls at a time. The result says what the client does in trouble, for example whether a retry creates an
item twice.`.replaceAll('\n', ' '),
  inputSchema: objectOf(
    {
      command: { ...TEXTS, description: 'The program and its arguments, for example ["node", "suite.mjs"].' },
      faults: {
        ...{ ...TEXTS, items: { type: 'string', enum: [...FAULTS.map(({ name }) => name), DRIFT] } },
        description: `The faults to try. Default: all. ${meanings.join('; ')}.`,
      },
      only: {
        ...TEXTS,
        description:
          'The operations, calls or drifts to examine. To repeat one run: only ["createPet#1"] and faults ["lost-reply"], or only ["big-ids"].',
      },
      slow: { ...SECONDS, description: `After this time the fault slow gives the reply. Default: ${DEFAULT_SLOW}.` },
      timeout: {
        ...SECONDS,
        description: 'Ends one run after this time. Default: 30, plus slow, plus five times the run without a fault.',
      },
      seconds: {
        ...SECONDS,
        description: `Ends the campaign after this time, with the runs that are done. Default: ${DEFAULT_SECONDS}.`,
      },
    },
    ['command'],
  ),
  async run(input, { signal, tell }) {
    const { seconds = DEFAULT_SECONDS, ...options } = input as unknown as InjectOptions & { readonly seconds?: number }
    const report = await inject({
      ...options,
      signal: AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]),
      onProgress: ({ done, planned, failed }) => tell(done, planned, `${done} of ${planned} runs, ${failed} bad`),
    })
    return INJECT_FORMATS.text(report)
  },
}
