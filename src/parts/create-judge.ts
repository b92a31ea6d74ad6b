// Creates the judge of clients for one sandbox. The judge must recognise API keys, also the owner's own keys.

import type { Settings } from '../options/table.ts'
import { createKeySearch } from '../report/contract-facts.ts'
import { createJudge, type Judge, type JudgeParts } from '../report/judge.ts'
import { readClocks } from '../worlds/clock.ts'
import { DEFAULT_SEED } from '../worlds/fixtures.ts'
import type { Keys } from '../worlds/keys.ts'

/** When an owner's own key is shorter than this, the judge does not look for it in URLs: it may be an ordinary word. */
const MIN_OWN_KEY = 16

type SandboxJudgeParts = Pick<JudgeParts, 'contract' | 'catalogue' | 'version' | 'memory'> & { readonly keys: Keys }

export function createSandboxJudge({ keys, ...parts }: SandboxJudgeParts, settings: Pick<Settings, 'keys' | 'seed'>): Judge {
  const own = settings.keys.map((alias) => alias.slice(alias.indexOf(':') + 1))
  const isShort = (text: string) => text.length < MIN_OWN_KEY && own.includes(text)
  const isKey = (text: string) => !isShort(text) && keys.identify(`Bearer ${text}`).caller.key !== undefined
  return createJudge({
    ...parts,
    findKey: createKeySearch(isKey, ['sandbox_', ...own.filter((text) => !isShort(text))]),
    seed: settings.seed ?? DEFAULT_SEED,
    now: () => readClocks().monotonic,
  })
}
