// Calls about the whole sandbox: the list of calls, and whether the sandbox works.

import { withPlainTypes } from '../contract/plain-types.ts'
import type { Call } from './call.ts'

export const listCalls: Call = async ({ sandbox, api, url }) => ({
  ...(await sandbox.versions()),
  url: url.slice(0, -api.basePath.length) + sandbox.served.basePath,
  plans: sandbox.served.plans,
  collections: sandbox.served.collections,
  worlds: sandbox.liveWorlds(),
  calls: api.operations.map(({ id, method, path, summary }) => ({
    operationId: id,
    method,
    href: url + path.slice(api.basePath.length),
    summary,
  })),
})

export const getHealth: Call = ({ sandbox }) => sandbox.health()
export const listAssumptions: Call = ({ sandbox }) => sandbox.assumptions()
export const getDocumentAsYaml: Call = async ({ api, url }) =>
  (await import('../json/yaml.ts')).renderYaml(withPlainTypes(api.publish(url)))
export const getDocumentAsJson: Call = ({ api, url }) => withPlainTypes(api.publish(url))
