// Takes variables of the person who runs the tests away, before a worker or a child of a test gets them. Tests of these variables set
// them. The time zone and the language stay, because a test must pass with any.

/** Colours, and what a sandbox or a client of it reads. */
const OWN = /^(FORCE_COLOR|NO_COLOR|PETSTORE_.*)$/

/** An installation needs these. Without an installation, nothing that a test starts calls another machine. */
const FOR_INSTALLATIONS = /^(npm_.*|(https?|all|no)_proxy|NODE_USE_ENV_PROXY)$/i

const forget = (names: RegExp) => {
  for (const name of Object.keys(process.env)) if (names.test(name)) delete process.env[name]
}

export function useOwnEnvironment({ installs }: { readonly installs: boolean }): void {
  forget(OWN)
  if (!installs) forget(FOR_INSTALLATIONS)
  else
    for (const name of ['NO_PROXY', 'no_proxy']) process.env[name] = ['127.0.0.1,localhost,::1', process.env[name]].filter(Boolean).join()
}
