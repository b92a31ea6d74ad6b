import { listOf, type Option, type Texts, texts } from './option.ts'

export interface Scenarios {
  /** A directory with scenarios of your own, or a list of directories. Such a scenario may replace a scenario of the sandbox. */
  readonly scenarios?: Texts
}

export const scenarios = {
  rule: texts('be the path of a directory'),
  read: ({ scenarios }: Scenarios) => listOf(scenarios),
  flag: '--scenarios <dir>',
  help: 'a directory of your own scenarios; repeatable',
  isPath: true,
} satisfies Option<Scenarios>
