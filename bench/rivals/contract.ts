// Writes the contract of the project for a rival. The first example of a list has 20 pets, so that all replies have one size.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { makePets, ROOT } from '../targets.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, changed at a few known places
type Document = any

/** Lets `change` change the document, writes it, and resolves with the name of the file. */
export async function writeContract(directory: string, change: (document: Document) => void = () => {}): Promise<string> {
  const document: Document = parse(await readFile(join(ROOT, 'spec', 'openapi.yaml'), 'utf8'))
  document.paths['/pets'].get.responses['200'].content['application/json'].examples.animals.value = makePets(20)
  change(document)
  const file = join(directory, 'openapi.json')
  await writeFile(file, JSON.stringify(document))
  return file
}
