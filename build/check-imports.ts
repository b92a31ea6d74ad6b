// Checks the imports of src/ by the rules of .dependency-cruiser.js. The check reads a copy of src/ without types, because an
// import of a type does not exist when the code runs.

import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise, type IFlattenedRuleSet } from 'dependency-cruiser'
import { transformSync } from 'esbuild'
import rules from '../.dependency-cruiser.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Writes the copy, as JavaScript. */
function writeCopy(directory: string): void {
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: ROOT })) {
    const source = readFileSync(join(ROOT, file), 'utf8')
    // Node.js cannot read JSX, so esbuild removes the types here.
    const code = file.endsWith('x')
      ? transformSync(source, { loader: 'tsx', jsx: 'automatic', jsxImportSource: 'preact' }).code
      : stripTypeScriptTypes(source)
    const copy = join(directory, file.replace(/\.tsx?$/, '.js'))
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(copy, code.replaceAll(/((?:from|import\()\s*['"]\.[^'"]*)\.tsx?(['"])/g, '$1.js$2'))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'), 'junction')
  writeFileSync(join(directory, 'package.json'), readFileSync(join(ROOT, 'package.json')))
}

const directory = mkdtempSync(join(tmpdir(), 'check-imports-'))
try {
  writeCopy(directory)
  const { forbidden, options } = rules
  const { output, exitCode } = await cruise(['src'], {
    ...options,
    baseDir: directory,
    ruleSet: { forbidden } as IFlattenedRuleSet,
    validate: true,
    outputType: 'err',
  })
  process.stdout.write(
    `${String(output)
      .trim()
      .replaceAll(/(src\/[\w/-]+)\.js/g, '$1.ts')}\n`,
  )
  process.exitCode = exitCode
} finally {
  rmSync(directory, { recursive: true })
}
