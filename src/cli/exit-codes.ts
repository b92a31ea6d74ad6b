// The exit codes of the command, for the help and for docs/reference/options.md.

export const EXIT_CODES: readonly (readonly [code: string, meaning: string])[] = [
  ['0', 'success'],
  ['1', 'a bug in the sandbox: the command prints the stack'],
  ['2', 'wrong usage, contract, scenario, fixture or output file; the sandbox refuses the call; Node.js is too old'],
  ['3', 'cannot listen; the store cannot be used; no healthy sandbox or service; standard output cannot be written'],
  ['10', 'exec, inject, report: the client failed; probe --check: the service has changed; requests --count: too few came'],
  ['11', 'exec, report: all else passed, but the client met less of the contract than min-coverage asks for'],
  ['126', 'exec, inject: the command cannot be started'],
  ['127', 'exec, inject: there is no such command'],
  ['129, 131', 'exec, inject, mcp: after SIGHUP, SIGQUIT; your tests are ended'],
  [
    '130, 143',
    'after SIGINT, SIGTERM: open requests had up to 1.5 seconds, and all worlds are written, or the log names those that are not',
  ],
]
