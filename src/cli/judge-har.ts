// Judges the clients in a HAR file, with the same rules as in a sandbox.

import type { Report } from '../../spec/report.ts'
import { StartError } from '../errors/problem.ts'
import { applyPolicy } from '../examine/apply-policy.ts'
import { Judge } from '../examine/record/judge.ts'
import { MemoryBudget } from '../exchange/memory-budget.ts'
import { loadOwnContract, loadScenarios, readVersion } from '../package-files.ts'
import { createReachWith } from '../scenarios/reach-with.ts'
import { readHar, toExchanges } from './har-exchanges.ts'

export async function createHarJudge(file: string): Promise<Report> {
  const entries = await readHar(file)
  const contract = await loadOwnContract()
  const catalogue = await loadScenarios(contract, [], { alone: false })
  const exchanges = toExchanges(entries, contract)
  if (exchanges.length === 0)
    throw new StartError(`--har ${file}: no entry is a call under ${contract.basePath}, so there is nothing to judge`)
  const judge = new Judge({
    ...{ contract, memory: new MemoryBudget(), version: readVersion(), seed: 0, now: () => Number.POSITIVE_INFINITY },
    reachWith: createReachWith(catalogue),
    // The keys of a real service have no known form.
    findKey: () => undefined,
  })
  for (const exchange of exchanges) judge.closed(exchange)
  return applyPolicy(judge.report())
}
