// The content of a new world: loaded from files, or made by Faker from recipes and a seed. This is the door of Faker, which is loaded
// only when items must be made.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Faker } from '@faker-js/faker'
import { parseJson } from '../contract/json/json.ts'
import { messageOf, StartError } from '../ground/problem.ts'
import type { Item } from './collection.ts'
import { sizeOfSnapshot } from './content.ts'
import type { DataCheck, ItemShape } from './data-check.ts'
import type { Snapshot } from './store/store.ts'

export interface Recipe extends ItemShape {
  /** The number of items in the committed fixtures. */
  readonly count: number
  /** `made` has the collections that were made before this one. */
  make(
    faker: Faker,
    count: number,
    made: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>,
  ): Readonly<Record<string, unknown>>[]
}

export type Recipes = Readonly<Record<string, Recipe>>

export const DEFAULT_SEED = 1

/** The same seed, size and version of Faker always give the same items. */
export async function createFixtures(recipes: Recipes, { seed = DEFAULT_SEED, size }: Partial<FixtureOptions> = {}): Promise<Snapshot> {
  const { base, en, Faker } = await import('@faker-js/faker')
  const faker = new Faker({ locale: [en, base], seed })
  const made: Record<string, Item[]> = {}
  for (const [name, { make, count }] of Object.entries(recipes)) made[name] = make(faker, size ?? count, made) as Item[]
  return { collections: made, nextIds: {} }
}

interface FixtureOptions {
  readonly seed?: number | undefined
  readonly size?: number | undefined
  readonly directory: string
  readonly maxWorldBytes: number
}

/** Makes the content when a seed or a size is given, else loads it. A StartError names the first violation. */
export async function prepareFixtures(
  { seed, size, directory, maxWorldBytes }: FixtureOptions,
  recipes: Recipes,
  checkData: DataCheck,
): Promise<Snapshot> {
  const isMade = seed !== undefined || size !== undefined
  const fixtures = await (isMade ? createFixtures(recipes, { seed, size }) : loadFixtures(directory, recipes))
  const [violation] = checkData(fixtures)
  const place = isMade ? 'the generated fixtures' : directory
  if (violation) throw new StartError(`${place}: ${violation}`)
  const bytes = sizeOfSnapshot(fixtures)
  if (bytes > maxWorldBytes)
    throw new StartError(
      (optionName) => `${place}: the items take ${bytes} bytes, and ${optionName('maxWorldBytes')} allows ${maxWorldBytes}`,
    )
  return fixtures
}

/** Loads `<collection>.json` for each recipe. A StartError names a file that is missing or holds no array. */
async function loadFixtures(directory: string, recipes: Recipes): Promise<Snapshot> {
  const collections: Record<string, Item[]> = {}
  for (const name of Object.keys(recipes)) {
    const file = join(directory, `${name}.json`)
    try {
      const items = parseJson(await readFile(file, 'utf8'))
      if (!Array.isArray(items)) throw new SyntaxError('it must hold an array')
      collections[name] = items as Item[]
    } catch (error) {
      throw new StartError(`${file}: the fixture cannot be used: ${messageOf(error)}`)
    }
  }
  return { collections, nextIds: {} }
}
