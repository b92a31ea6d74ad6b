// Finds options that npm took for itself. In `npm start --port 4020` the `--` is missing, so npm does not pass on the option.

import type { Option } from 'commander'

/** npm has its own option of this name. */
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
