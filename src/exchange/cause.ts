// The cause of a reply: the answer of the journey that made the reply, and the scenarios that changed it.

/** Why a reply is what it is: who answered, or which scenario changed the reply, with parameters such as `window=minute`. */
export interface Cause {
  /** The answer of the journey, for example `handler`. It is `failure` when the sandbox itself failed. */
  readonly name: string
  /** Details: the scenario and the step, or the window of a rate limit. */
  readonly parameters?: Readonly<Record<string, string | number>>
}

/** `scenario;name=flaky;step=1`, the form in `Sandbox-Cause` and in the log. */
export function renderCauses(causes: readonly Cause[]): string {
  let text = ''
  for (const { name, parameters } of causes) {
    text += text === '' ? name : `, ${name}`
    for (const key in parameters) text += `;${key}=${parameters[key]}`
  }
  return text
}
