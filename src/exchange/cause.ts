// The cause of a reply: the answer of the journey that made the reply, and the scenarios that changed it.

/** The answers of the journey, in their running order. */
export const ANSWER_NAMES = ['http', 'credentials', 'ban', 'rate-limit', 'scenario', 'contract', 'removed', 'handler', 'generated'] as const
/** The answers of the journey. The first one that applies gives the reply. */
export type AnswerName = (typeof ANSWER_NAMES)[number]

/** The names that a cause can have. */
export const CAUSE_NAMES: readonly string[] = [...ANSWER_NAMES, 'failure', 'gone']

/** Why a reply is what it is: who answered, or which scenario changed the reply, with parameters such as `window=minute`. */
export interface Cause {
  /** The answer of the journey, for example `handler`. It is `failure` when the sandbox itself failed. */
  readonly name: string
  /** Details: the scenario and the step, or the window of a rate limit. */
  readonly parameters?: Readonly<Record<string, string | number>>
}

/** `scenario;name=flaky;step=1`, the form in `Sandbox-Cause` and in the log. */
export const renderCauses = (causes: readonly Cause[]) =>
  causes
    .map(({ name, parameters = {} }) => Object.entries(parameters).reduce((text, [key, value]) => `${text};${key}=${value}`, name))
    .join(', ')
