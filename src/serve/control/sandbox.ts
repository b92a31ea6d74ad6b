// Calls about the whole sandbox: the list of calls, its documents, and whether the sandbox works.

import { withPlainTypes } from '../../contract/document.ts'
import type { Health } from '../../ground/generated/control.ts'
import { messageOf, Problem } from '../../ground/problem.ts'
import type { Call } from './call.ts'

export const listCalls: Call = ({ parts: { contract, collections, worlds, version }, api, url }) => ({
  sandbox: version,
  contract: { title: contract.title, version: contract.version },
  url: url.slice(0, -api.basePath.length) + contract.basePath,
  plans: contract.plans.map(({ name }) => name),
  collections,
  worlds: worlds.liveNames,
  calls: api.operations.map(({ id, method, path, summary }) => ({
    operationId: id,
    method,
    href: url + path.slice(api.basePath.length),
    summary,
  })),
})

/** A sandbox with damaged worlds still works. Only a store that accepts no change makes the sandbox unhealthy. */
export const getHealth = async ({ parts: { worlds, version } }: Pick<Parameters<Call>[0], 'parts'>): Promise<Health> => {
  await worlds.store.check().catch((error) => {
    throw new Problem('unavailable', `the store cannot be written: ${messageOf(error)}`)
  })
  const damaged = [...worlds.kept.damaged].sort().map(([world, reason]) => ({ world, reason }))
  const warnings = (await worlds.store.risks?.()) ?? []
  return {
    status: 'ok',
    sandbox: version,
    worlds: worlds.liveNames.length,
    ...(damaged.length > 0 && { damaged }),
    ...(warnings.length > 0 && { warnings }),
  }
}

export const getMetrics: Call = ({ parts: { metrics } }) => {
  if (metrics) return metrics.render()
  throw new Problem('not_found', 'This sandbox measures nothing: start it with --metrics')
}

export const getDocumentAsYaml: Call = async ({ api, url }) =>
  (await import('../../contract/json/yaml.ts')).renderYaml(withPlainTypes(api.publish(url)))
export const getDocumentAsJson: Call = ({ api, url }) => withPlainTypes(api.publish(url))
