// Writes the types of the package: only the declarations that the entry of the library reaches. They use no other package, so
// that a project can check them without Koa, AJV, Faker or the types of Node.js.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const ENTRY = join('src', 'sandbox.d.ts')
const EMITTED = join('dist', 'types')
/** `AsyncDisposable` is in no numbered edition of ECMAScript before 2026. This line adds it to any project. */
const DISPOSABLE = '/// <reference lib="esnext.disposable" />\n'
/** Finds imports and exports. `from '…'` inside a comment does not match, because the line must begin like an import. */
const IMPORT = /(?:^(?:import|export|\}).* from |\bimport\()(['"])([^'"]+)\1/gm

/** Throws an error that lists the declarations that need another package. */
export function writeTypes(directory: string): void {
  // Under a symbolic link, the shell's PWD is another path than that of the packages, and the compiler takes them for other files.
  const env = { ...process.env, PWD: process.cwd() }
  execFileSync(join('node_modules', '.bin', 'tsc'), ['-p', join('build', 'tsconfig.json'), '--outDir', EMITTED], { stdio: 'inherit', env })
  const declarations = reach(join(EMITTED, ENTRY))
  const faults = [...declarations].flatMap(([file, text]) => findPackages(text).map((name) => `${file} needs ${name}`))
  if (faults.length > 0) {
    const cure = 'mark the declaration with @internal if it is not for users, or write its type without the package'
    throw new Error(`the types of the package need other packages: ${cure}\n  ${faults.join('\n  ')}`)
  }
  for (const [file, text] of declarations) {
    const target = join(directory, relative(EMITTED, file))
    mkdirSync(dirname(target), { recursive: true })
    // Tools that resolve modules in older ways do not know imports that end in .ts.
    const declaration = text.replaceAll(IMPORT, (whole) => whole.replace(/\.ts(.)$/, '.js$1'))
    writeFileSync(target, file === join(EMITTED, ENTRY) ? DISPOSABLE + declaration : declaration)
  }
}

/** The text of a declaration file and of all that it imports, by path. */
function reach(file: string, reached = new Map<string, string>()): Map<string, string> {
  if (reached.has(file)) return reached
  const text = readFileSync(file, 'utf8')
  reached.set(file, text)
  for (const name of importsOf(text)) if (name.startsWith('.')) reach(join(dirname(file), name.replace(/\.ts$/, '.d.ts')), reached)
  return reached
}

const importsOf = (text: string): string[] => [...text.matchAll(IMPORT)].map(([, , name = '']) => name)

const findPackages = (text: string): string[] => importsOf(text).filter((name) => !name.startsWith('.'))
