// What version 0.3 removed from the command line, and what to use instead.

const REMOVED: Readonly<Record<string, string>> = {
  '--ignore': 'use --exempt rule=reason',
  '--min-natural': 'use --min-coverage',
  '--har': 'let the client run with exec, or judge it with report while the sandbox runs',
  '--assume each': 'use inject --faults choices',
  '--faults drift': 'use --faults later',
  ctrf: 'use junit',
  'requests [world]': 'use requests --world',
}

/** Says what to use instead, when the error is about a removed word, or about a removed argument of a command. */
export function hintOf(text: string, args: readonly string[]): string {
  const line = ` ${args.join(' ')} `.replaceAll('=', ' ')
  const word = Object.keys(REMOVED).find((one) => {
    const [first = one, argument] = one.split(' ')
    return argument === '[world]' ? text.startsWith(`${first} takes no argument`) : line.includes(` ${one} `) && text.includes(first)
  })
  return word === undefined ? '' : ` (${word} was removed in 0.3: ${REMOVED[word]})`
}
