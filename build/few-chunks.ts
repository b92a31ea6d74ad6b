// Keeps the code of the server in one chunk. esbuild makes a chunk for each group of modules that the same entries use, which were
// twenty small files at each start. Here each module that is loaded late also imports the server, which is loaded already. So all
// entries use the same modules.

import { join } from 'node:path'
import type { Plugin } from 'esbuild'

const SERVER = join(import.meta.dirname, '..', 'src', 'sandbox.ts')

export const fewChunks: Plugin = {
  name: 'few-chunks',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      const file = join(resolveDir, path)
      return kind === 'dynamic-import' && file !== SERVER ? { path: file, namespace: 'late' } : undefined
    })
    onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => ({
      contents: `import ${JSON.stringify(SERVER)}\nexport * from ${JSON.stringify(path)}`,
      resolveDir: import.meta.dirname,
    }))
  },
}
