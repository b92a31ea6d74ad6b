// Options that npm took for itself: `npm start --port 4020` lacks the `--` in between, and npm passes on nothing.

import type { Option } from 'commander'

/** npm has an option of its own by this name. */
const OF_NPM = new Set(['key'])

/** A warning for each option of start that npm has taken. */
export function findTakenByNpm(env: NodeJS.ProcessEnv, options: readonly Option[]): string[] {
  const script = env.npm_lifecycle_event ?? ''
  if (!SCRIPTS.has(script)) return []
  return options.flatMap((option) => {
    const name = option.attributeName()
    const flag = String(option.long)
    const value = env[`npm_config_${flag.slice(2).replaceAll('-', '_')}`]
    if (value === undefined || value === '' || OF_NPM.has(name)) return []
    const given = option.isBoolean() ? flag : `${flag} ${value}`
    const command = script === 'start' ? 'npm start' : `npm run ${script}`
    return [`npm took ${given} for itself, and the sandbox does not see it: write ${command} -- ${given}`]
  })
}

/** The scripts of package.json that start a sandbox. */
const SCRIPTS = new Set(['start', 'dev'])
