// `npm run build [-- --pack]`: writes dist/package, the package as it is published, with its own manifest. With --pack, npm makes
// a tarball of it; further options are for npm. The code of every dependency is inside the
// package, so that installing the sandbox installs nothing else.

import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { buildConsole, SCALAR } from './console.ts'
import { renderLicences } from './licences.ts'
import { writePackage } from './package.ts'
import { ROOT } from './renew.ts'
import { writeTypes } from './types.ts'

const PACKAGE = join('dist', 'package')
const CONSOLE = join(PACKAGE, 'lib', 'console')

process.chdir(ROOT)
for (const path of [PACKAGE, join('dist', 'types')]) rmSync(path, { recursive: true, force: true })

const bundled = [await writePackage(PACKAGE), await buildConsole(CONSOLE)]
// The script of Scalar is most of the package, and this saves 300 KB of the tarball.
writeFileSync(join(CONSOLE, 'scalar.js.br'), brotliCompressSync(readFileSync(SCALAR)))
rmSync(join(CONSOLE, 'scalar.js'))
writeTypes(join(PACKAGE, 'types'))
cpSync(join('build', 'package-readme.md'), join(PACKAGE, 'README.md'))
writeFileSync(join(PACKAGE, 'LICENSES.txt'), renderLicences(bundled, `${SCALAR}.map`))

const at = process.argv.indexOf('--pack')
if (at !== -1)
  process.exitCode =
    spawnSync('npm', ['pack', `./${PACKAGE}`, ...process.argv.slice(at + 1)], { stdio: 'inherit', shell: process.platform === 'win32' })
      .status ?? 1
