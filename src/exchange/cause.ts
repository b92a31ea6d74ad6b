// The cause of a reply: the answer of the journey that made the reply, and the scenarios that changed it.

import type { Cause } from '../../spec/control.ts'

/** `scenario;name=flaky;step=1`, the form in `Sandbox-Cause` and in the log. */
export function renderCauses(causes: readonly Cause[]): string {
  let text = ''
  for (const { name, parameters } of causes) {
    text += text === '' ? name : `, ${name}`
    for (const key in parameters) text += `;${key}=${parameters[key]}`
  }
  return text
}
