// Why a reply is what it is: the answer of the journey that gave it, and the scenarios that changed it.

/** The answers of the journey, in the order in which they are asked. */
export const ANSWER_NAMES = ['http', 'credentials', 'ban', 'rate-limit', 'scenario', 'contract', 'removed', 'handler', 'generated'] as const
/** The answers of the journey. The first one that applies gives the reply. */
export type AnswerName = (typeof ANSWER_NAMES)[number]

/** The names that a cause can have. */
export const CAUSE_NAMES: readonly string[] = [...ANSWER_NAMES, 'failure', 'gone']

/** Who answered, with parameters such as `window=minute`. */
export interface Cause {
  /** The answer of the journey, as `handler`, or `failure` when the sandbox itself failed. */
  readonly name: string
  /** More about it, as the scenario and the step, or the window of a rate limit. */
  readonly parameters?: Readonly<Record<string, string | number>>
}

/** `scenario;name=flaky;step=1`, as `Sandbox-Cause` and the log have it. */
export const renderCauses = (causes: readonly Cause[]) =>
  causes
    .map(({ name, parameters = {} }) => Object.entries(parameters).reduce((text, [key, value]) => `${text};${key}=${value}`, name))
    .join(', ')
