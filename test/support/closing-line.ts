// Ends a run with a line such as "259 passed, 0 failed", for people who read only the last line. A run without a passed test has
// failed.

import type { Reporter } from 'vitest/node'

export const closingLine: Reporter = {
  onTestRunEnd(modules) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const count = (state: string) => states.filter((one) => one === state).length
    process.stdout.write(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped\n`)
    if (count('passed') === 0) process.exitCode = 1
  },
}
