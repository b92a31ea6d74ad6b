// A sandbox with another contract.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Domain } from '../../src/options/domain.ts'
import type { Sandbox } from '../../src/sandbox.ts'
import { createDirectory } from './command.ts'
import { start } from './sandbox.ts'

/** The contract is a text of YAML; the domain has its handlers. */
export async function startContract(text: string, domain: Domain): Promise<Sandbox> {
  const contract = join(await createDirectory(), 'contract.yaml')
  await writeFile(contract, text)
  return start({ contract, domain })
}
