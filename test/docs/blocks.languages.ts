// The code blocks of the pages in Python, Go and Java run against a sandbox, and print what their comments say.

import { eachApart, testBlocks } from '../support/run-blocks.ts'

testBlocks('python', { program: 'python3', probe: ['-c', 'import urllib3'], run: eachApart('python3', ['-c']) })
testBlocks('go', { program: 'go', probe: ['version'], run: eachApart('go', ['run'], 'example.go') })
testBlocks('java', { program: 'java', probe: ['--version'], run: eachApart('java', [], 'Example.java') })
