// The examples, and how each of them is installed and run. Each row is a folder of examples/; run.ts runs them all.

import type { Command } from '../support/run-program.ts'

export interface Example {
  /** Its folder in examples/. */
  readonly folder: string
  /** Commands that succeed where the example can run. */
  readonly needs: readonly Command[]
  /** Installs the packages of the tests in a copy of the folder. Only these commands and Maven need a package registry. */
  readonly install: readonly Command[]
  readonly tests: readonly Command[]
  /** The tests alone, for `inject`. */
  readonly suite: Command
  /** Finds the number of passed tests. With the flag `g` each match is one test. */
  readonly passed: RegExp
}

/** Paths that the commands need. */
export interface Paths {
  /** The package, as packed. */
  readonly tarball: string
  readonly typeRoots: string
}

const JEST: Command = ['node', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js']

export const listExamples = ({ tarball, typeRoots }: Paths): readonly Example[] => {
  const npmInstall: Command = ['npm', 'install', '--no-save', '--no-audit', '--no-fund', tarball]
  const npmTest: Command = ['npm', 'test']
  const check: Command = [
    ...(['tsc', '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2024', '--module', 'nodenext'] as const),
    ...['--types', 'node', '--typeRoots', typeRoots, 'petstore.test.ts'],
  ]
  const python = './venv/bin/python'
  return [
    {
      folder: 'vitest',
      needs: [['npm', '--version']],
      install: [npmInstall],
      tests: [check, npmTest],
      suite: ['npx', 'vitest', 'run'],
      passed: /^ *Tests +(\d+) passed/m,
    },
    {
      folder: 'jest',
      needs: [['npm', '--version']],
      install: [npmInstall],
      tests: [npmTest],
      suite: JEST,
      passed: /^Tests: +(\d+) passed/m,
    },
    {
      folder: 'node-test',
      needs: [['npm', '--version']],
      install: [npmInstall],
      tests: [npmTest],
      suite: ['node', '--test'],
      passed: /^\S+ pass (\d+)$/m,
    },
    {
      folder: 'pytest',
      needs: [['python3', '-c', 'import ensurepip, venv']],
      install: [
        ['python3', '-m', 'venv', 'venv'],
        [python, '-m', 'pip', 'install', '--quiet', '--retries', '1', '-r', 'requirements.txt'],
      ],
      tests: [[python, '-m', 'pytest', '-n', '2']],
      suite: [python, '-m', 'pytest'],
      passed: /^=+ (\d+) passed in/m,
    },
    {
      folder: 'go',
      needs: [['go', 'version']],
      install: [],
      tests: [['go', 'test', '-v', '-count=1', './...']],
      suite: ['go', 'test', '-count=1', './...'],
      passed: /^--- PASS: /gm,
    },
    {
      folder: 'junit',
      needs: [
        ['javac', '-version'],
        ['mvn', '--version'],
      ],
      // Maven finds out which packages it needs while it runs, so its tests are its installation as well.
      install: [['mvn', '--batch-mode', '--no-transfer-progress', 'test', '-Dtest=NoTest', '-Dsurefire.failIfNoSpecifiedTests=false']],
      tests: [['mvn', '--batch-mode', '--no-transfer-progress', 'test']],
      suite: ['mvn', '--batch-mode', '--quiet', 'test'],
      passed: /^\[INFO\] Tests run: (\d+), Failures: 0, Errors: 0, Skipped: 0$/m,
    },
  ]
}
