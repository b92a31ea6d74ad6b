// The clients that others wrote, and how each is installed and started. run.ts runs every one of them in every scenario.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '../support/run-program.ts'

/** Clients that are installed together. */
export interface Language {
  readonly name: string
  /** The folder of the programs, inside programs/. */
  readonly folder: string
  /** Commands that succeed where the language is there. */
  readonly needs: readonly Command[]
  /** Run once in a copy of the folder. */
  readonly install: readonly Command[]
  readonly clients: readonly Client[]
}

export interface Client {
  readonly name: string
  /** Starts its program, in the copy of the folder. The settings follow: base URL, key, retries, patience. */
  readonly start: Command
  /** Prints the versions of the packages that retry. */
  readonly version: Command | (() => string)
  /** True when the program can also play ordinary test suites. */
  readonly playsSuites?: true
  /** Settings of the client that a reader has to know. */
  readonly set: string
}

/** Folders of this project that the programs need. */
interface Places {
  readonly root: string
  readonly programs: string
}

const versionOf = (root: string, name: string) => {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }
  return version
}

const AROUND_JDK =
  'used with the HTTP client of the JDK, whose time-out covers only the headers of a reply; tries again after 429, 5xx and errors,'

export const listLanguages = ({ root, programs }: Places): readonly Language[] => {
  const script = (name: string, set: string, libraries: readonly string[] = [name]): Client => ({
    name: libraries.join(' with '),
    start: [process.execPath, join(programs, `${name}.ts`)],
    version: () => libraries.map((library) => versionOf(root, library)).join(', '),
    playsSuites: true,
    set,
  })
  const python = './venv/bin/python'
  const snake = (file: string, libraries: readonly string[], set: string): Client => ({
    name: libraries.join(' with '),
    start: [python, file],
    version: [
      python,
      '-c',
      `from importlib.metadata import version as v; print(${libraries.map((name) => `v('${name}')`).join(", ', ', ")}, sep='')`,
    ],
    set,
  })
  const java = (name: string, main: string, set: string): Client => ({
    name,
    start: ['java', '-cp', 'target/classes:target/dependency/*', main],
    version: [
      'sh',
      '-c',
      `ls target/dependency | sed -n 's/^${name.toLowerCase()}[a-z-]*retry-\\(.*\\).jar$/\\1/p;s/^${name.toLowerCase()}-\\([0-9].*\\).jar$/\\1/p'`,
    ],
    set,
  })
  return [
    {
      name: 'JavaScript',
      folder: '.',
      needs: [],
      install: [],
      clients: [
        script('got', 'default settings, with a time-out for the reply and one for each piece of the body'),
        script('ky', 'default settings'),
        script(
          'axios',
          'with `shouldResetTimeout`, so that each try has the whole time-out; with `exponentialDelay`, because by default the client does not wait after a 5xx',
          ['axios', 'axios-retry'],
        ),
        script('undici', '`RetryAgent` with its default settings'),
        script('p-retry', 'around `fetch`; each status from 400 on is thrown'),
      ],
    },
    {
      name: 'curl',
      folder: '.',
      needs: [['curl', '--version']],
      install: [],
      clients: [
        {
          name: 'curl',
          start: ['sh', 'curl.sh'],
          version: ['sh', '-c', "curl --version | sed -n '1s/curl \\([^ ]*\\).*/\\1/p'"],
          set: '`curl --retry`, and `curl --max-time` for one try. After a date in the past it waits for a negative time, and this wait never ends',
        },
      ],
    },
    {
      name: 'Python',
      folder: '.',
      needs: [['python3', '-c', 'import ensurepip, venv']],
      install: [
        ['python3', '-m', 'venv', 'venv'],
        [python, '-m', 'pip', 'install', '--quiet', '--retries', '1', '-r', 'requirements.txt'],
      ],
      clients: [
        snake('urllib3_retry.py', ['urllib3'], '`Retry` with `backoff_factor=0.5` and the statuses 429, 500, 502, 503 and 504'),
        snake(
          'httpx_tenacity.py',
          ['httpx', 'tenacity'],
          '`wait_random_exponential(multiplier=0.5, max=10)`; each status from 400 on is raised',
        ),
      ],
    },
    {
      name: 'Go',
      folder: 'go',
      needs: [['go', 'version']],
      install: [['go', 'build', '-o', 'client', '.']],
      clients: [
        {
          name: 'go-retryablehttp',
          start: ['./client'],
          version: ['sh', '-c', "sed -n 's/^require .*retryablehttp v//p' go.mod"],
          set: 'default settings',
        },
      ],
    },
    {
      name: 'Java',
      folder: 'java',
      needs: [
        ['javac', '-version'],
        ['mvn', '--version'],
      ],
      install: [['mvn', '--batch-mode', '--no-transfer-progress', '--quiet', 'compile', 'dependency:copy-dependencies']],
      clients: [
        java('Failsafe', 'FailsafeClient', `${AROUND_JDK} with a back-off from 0.5 s`),
        java('resilience4j', 'ResilienceClient', `${AROUND_JDK} with its exponential back-off`),
      ],
    },
  ]
}
