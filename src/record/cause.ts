// Why a reply is what it is: the answer of the journey that gave it, and the scenarios that changed it.

/** The answers of the journey, in the order in which they are asked. */
export const ANSWER_NAMES = ['http', 'credentials', 'ban', 'rate-limit', 'scenario', 'contract', 'removed', 'handler', 'generated'] as const
export type AnswerName = (typeof ANSWER_NAMES)[number]

/** The names that a cause can have. */
export const CAUSE_NAMES: readonly string[] = [...ANSWER_NAMES, 'failure', 'gone']

/** Who answered, with parameters such as `window=minute`. */
export interface Cause {
  readonly name: string
  readonly parameters?: Readonly<Record<string, string | number>>
}

/** `scenario;name=flaky;step=1`, as `Sandbox-Cause` and the log have it. */
export const renderCauses = (causes: readonly Cause[]) =>
  causes
    .map(({ name, parameters = {} }) => Object.entries(parameters).reduce((text, [key, value]) => `${text};${key}=${value}`, name))
    .join(', ')
