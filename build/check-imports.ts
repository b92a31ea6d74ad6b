// Checks the imports of src/ by the rules of .dependency-cruiser.js. The checker reads JavaScript only. So it gets two copies of src/: one
// in which an import of a type is an ordinary import, for the rules about rooms, and one as it runs, for the rules about packages.

import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise, type IFlattenedRuleSet } from 'dependency-cruiser'
import { transformSync } from 'esbuild'
import { options, rooms, running } from '../.dependency-cruiser.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Keeps imports that only types use. */
const AS_WRITTEN = { compilerOptions: { verbatimModuleSyntax: true } }

/** Writes the copy, as JavaScript. */
function writeCopy(directory: string, withTypes: boolean): void {
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: ROOT })) {
    const written = readFileSync(join(ROOT, file), 'utf8')
    const source = withTypes ? written.replaceAll(/^(import|export) type (?=[{*])/gm, '$1 ') : written
    const loader = file.endsWith('x') ? 'tsx' : 'ts'
    const { code } = transformSync(source, { loader, jsx: 'automatic', jsxImportSource: 'preact', tsconfigRaw: AS_WRITTEN })
    const copy = join(directory, file.replace(/\.tsx?$/, '.js'))
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(copy, code.replaceAll(/((?:from|import\()\s*['"]\.[^'"]*)\.tsx?(['"])/g, '$1.js$2'))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'), 'junction')
  writeFileSync(join(directory, 'package.json'), readFileSync(join(ROOT, 'package.json')))
}

async function check(forbidden: unknown, withTypes: boolean): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'check-imports-'))
  try {
    writeCopy(directory, withTypes)
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
    process.exitCode = exitCode || process.exitCode
  } finally {
    rmSync(directory, { recursive: true })
  }
}

await check(rooms, true)
await check(running, false)
