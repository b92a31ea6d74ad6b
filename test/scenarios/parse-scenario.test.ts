// Wrong scenario files. The messages have the place and the likely spelling of every mistake.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StartError } from '../../src/ground/problem.ts'
import { loadOwnScenarios } from '../../src/package-files.ts'
import { createDirectory } from '../support/command.ts'

/** The message after loading a directory with these files. */
async function load(files: Readonly<Record<string, string>>): Promise<{ faults: readonly string[]; warnings: readonly string[] }> {
  const directory = await createDirectory()
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
  try {
    return { faults: [], warnings: (await loadOwnScenarios([directory], { alone: true })).notices }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    expect(error.exitCode).toBe(2)
    return { faults: error.message.split('\n'), warnings: [] }
  }
}

test.each([
  ['fault: rset', /^fault must be one of reset, closed, half-request, .*, got "rset": did you mean reset\?/],
  ['respond: { status: 400, code: bad }', /^code must be one of malformed_request, .*, got "bad"$/],
  ['headers: { "X Y": 1 }', /^the header "X Y" cannot be sent: Header name must be a valid HTTP token/],
  ['respond: { status: 200, headers: { Content-Length: 3 } }', /the header Content-Length is set by the sandbox alone/],
  ['delay: { from: 2, to: 1 }', /delay must not end before it begins: from 2 to 1/],
  ['{}', /^an empty step does nothing/],
  ['{ delay: 1, commit: before }', /commit does nothing without fault/],
  ['{ fault: reset, gap: 1 }', /gap works only with fault: trickle/],
  ['patch: [{ op: add, path: nickname, value: x }]', /patch: "nickname" must be a JSON pointer/],
  ['patch: [{ op: add, path: /nickname }]', /patch: add \/nickname needs value/],
])('the step %j', async (step, message) => {
  const { faults } = await load({ 'own.yaml': `summary: x\nsteps:\n  - ${step}\n` })
  expect(faults).toEqual([expect.stringMatching(/own\.yaml:3:\d+: /)])
  expect(faults[0]?.replace(/.*own\.yaml:3:\d+: /, '')).toMatch(message)
})

test.each([
  [
    'summary: x\nsteps:\n  - delay: $dealy\nparameters:\n  delay: { type: number, default: 1, description: d }\n',
    /own\.yaml:3:\d+: \$dealy is not a parameter of this scenario; known parameters: delay/,
  ],
  ['summary: x\nsteps: [\n', /own\.yaml:\d+:\d+: this is not valid YAML/],
  [
    'summary: x\nparameters:\n  s: { type: integer, default: 999, description: d }\nsteps:\n  - respond: { status: $s }\n',
    /own\.yaml:5:\d+: status must be at most 599/,
  ],
  ['summary: x\nsteps:\n  - respond: *nope\n', /own\.yaml: this is not valid YAML: Unresolved alias .*: nope/],
  [
    'summary: x\nparameters:\n  n: { type: integer, default: 9, maximum: 2, description: d }\nsteps:\n  - times: $n\n    delay: 1\n',
    /own\.yaml:3:\d+: n must be at most 2, got 9/,
  ],
])('%j', async (text, message) => {
  const said = await load({ 'own.yaml': text })
  expect(said.faults).toHaveLength(1)
  expect(said.faults[0]).toMatch(message)
})

test.each<[string, Record<string, string>, RegExp[]]>([
  [
    'in one file',
    {
      'own.yaml': `summary: x
parameters:
  run: { type: integer, default: 1, description: d }
steps:
  - { respnd: { status: 500 }, delay: -1 }
  - { respond: {}, operations: [getPets, getPet, listPats] }
  - { delay: { from: x, to: 2 }, times: $n }
`,
    },
    [
      /own\.yaml:3:\d+: parameters must have names of small letters, digits and hyphens, and none of run, .*, got "run"/,
      /own\.yaml:5:\d+: respnd is not in the format of scenario files: did you mean respond\?/,
      /own\.yaml:5:\d+: delay must be at least 0, got -1/,
      /own\.yaml:6:\d+: status is missing: send a value/,
      /own\.yaml:6:\d+: getPets is not an operation/,
      /own\.yaml:6:\d+: listPats is not an operation/,
      /own\.yaml:7:\d+: \$n is not a parameter/,
      /own\.yaml:7:\d+: from must be a number, got "x"/,
    ],
  ],
  [
    'about missing fields',
    { 'own.yaml': 'parameters:\n  a: { type: integr }\nsteps: [{ delay: { from: 1 } }]\n' },
    [
      /own\.yaml:1:1: summary is missing: send a string/,
      /own\.yaml:2:3: default is missing: send a value/,
      /own\.yaml:2:3: description is missing: send a string/,
      /own\.yaml:2:8: type must be one of .*, got "integr"/,
      /own\.yaml:3:11: to is missing: send a value/,
    ],
  ],
  [
    'in parameters',
    {
      'own.yaml': `summary: x
parameters:
  a: { type: integer, default: 9, maximum: 2, description: d, defaultFor: { c: { day: 1 } } }
  b: { type: string, default: 1, description: d, defaultFor: { a: { 1: 5 } } }
steps: [{ delay: 1 }]
`,
    },
    [
      /own\.yaml:3:\d+: a must be at most 2, got 9/,
      /own\.yaml:3:\d+: c is not a parameter; the parameters are a, b/,
      /own\.yaml:4:\d+: b must be a string, got 1/,
      /own\.yaml:4:\d+: b must be a string, got 5/,
    ],
  ],
  [
    'in defaults',
    {
      'own.yaml': `summary: x
parameters:
  a: { type: integer, default: 9, maximum: 2, description: d }
  b: { type: string, default: 1, description: d }
steps: [{ delay: 1 }]
`,
    },
    [/own\.yaml:3:\d+: a must be at most 2, got 9/, /own\.yaml:4:\d+: b must be a string, got 1/],
  ],
  [
    'in steps that are wrong only with the defaults',
    {
      'own.yaml': `summary: x
parameters:
  no: { type: boolean, default: false, description: d }
steps:
  - delay: { from: 2, to: 1 }
  - { when: $no, headers: { Content-Length: 1 } }
`,
    },
    [/own\.yaml:5:\d+: delay must not end/, /own\.yaml:6:\d+: the header Content-Length/],
  ],
  [
    'in several files',
    {
      'a.yaml': 'summary: x\nsteps: [\n',
      'B.yaml': 'summary: x\nsteps: [{ delay: 1 }]\n',
      'c.yaml': 'steps: [{ delay: 1 }]\n',
      'd.yaml': 'summary: x\nsteps: [{ delay: 1 }]\n',
      'e.yaml': 'summary: x\nsteps: [{ operations: getPet, respond: { status: 500, code: 5 } }]\n',
    },
    [
      /B\.yaml: a scenario is named with small letters/,
      /a\.yaml:\d+:\d+: this is not valid YAML/,
      /c\.yaml:1:1: summary is missing: send a string/,
      /e\.yaml:2:\d+: operations must be a list of operationIds, for example \[getPet\], got "getPet"/,
      /e\.yaml:2:\d+: code must be one of .*, got 5/,
    ],
  ],
])('all mistakes %s are reported, in the order of the file', async (_title, files, messages) => {
  const { faults } = await load(files)
  for (const [index, message] of messages.entries()) expect(faults[index]).toMatch(message)
  expect(faults).toHaveLength(messages.length)
})
