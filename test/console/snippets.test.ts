// Runs the code that the console copies for curl and JavaScript. For Python and Go this file only pins the text, and
// snippets.languages.ts runs the code.

import { expect, test } from 'vitest'
import { type Replayed, SNIPPETS } from '../../src/console/snippets.ts'
import { REQUESTS, testSnippet } from './replay.ts'

testSnippet('curl')
testSnippet('fetch')

const render = (name: string) =>
  Object.values(REQUESTS)
    .map((request) => SNIPPETS[name]?.({ ...request, origin: 'http://127.0.0.1:4010' }))
    .join('\n---\n')

test('the text for Python', () => {
  expect(render('Python')).toMatchInlineSnapshot(`
    "import httpx

    response = httpx.request(
        "GET",
        "http://127.0.0.1:4010/v1/pets?limit=2&status=sold",
        headers={
            "Authorization": "Bearer sandbox_free_s",
        },
    )
    print(response.status_code, response.text)

    ---
    import httpx

    response = httpx.request(
        "POST",
        "http://127.0.0.1:4010/~world=s/v1/pets",
        headers={
            "Authorization": "Bearer sandbox_free_s",
            "Content-Type": "application/json",
            "X-Odd": "it's \\"odd\\" $HOME \`ls\` \\\\ %",
        },
        content="{\\"name\\":\\"O'Hara \\\\\\"x\\\\\\" ü 🐶 $(ls)\\",\\"categoryId\\":9223372036854775807}".encode(),
    )
    print(response.status_code, response.text)

    ---
    import httpx

    response = httpx.request(
        "POST",
        "http://127.0.0.1:4010/v1/pets?x={a,b}&y=[1-3]",
        headers={
            "Authorization": "Bearer sandbox_free_s",
            "Content-Type": "application/json",
        },
        content="@/etc/hostname".encode(),
    )
    print(response.status_code, response.text)

    ---
    import base64
    import httpx

    response = httpx.request(
        "PUT",
        "http://127.0.0.1:4010/v1/pets",
        headers={
            "Authorization": "Bearer sandbox_free_s",
            "Content-Type": "application/octet-stream",
        },
        content=base64.b64decode("/wABgIE="),
    )
    print(response.status_code, response.text)
    "
  `)
})

test('the text for Go', () => {
  expect(render('Go')).toMatchInlineSnapshot(`
    "package main

    import (
    	"fmt"
    	"io"
    	"net/http"
    )

    func main() {
    	request, err := http.NewRequest("GET", "http://127.0.0.1:4010/v1/pets?limit=2&status=sold", nil)
    	if err != nil {
    		panic(err)
    	}
    	request.Header.Add("Authorization", "Bearer sandbox_free_s")
    	response, err := http.DefaultClient.Do(request)
    	if err != nil {
    		panic(err)
    	}
    	text, _ := io.ReadAll(response.Body)
    	fmt.Println(response.StatusCode, string(text))
    }

    ---
    package main

    import (
    	"fmt"
    	"io"
    	"net/http"
    	"strings"
    )

    func main() {
    	request, err := http.NewRequest("POST", "http://127.0.0.1:4010/~world=s/v1/pets", strings.NewReader("{\\"name\\":\\"O'Hara \\\\\\"x\\\\\\" ü 🐶 $(ls)\\",\\"categoryId\\":9223372036854775807}"))
    	if err != nil {
    		panic(err)
    	}
    	request.Header.Add("Authorization", "Bearer sandbox_free_s")
    	request.Header.Add("Content-Type", "application/json")
    	request.Header.Add("X-Odd", "it's \\"odd\\" $HOME \`ls\` \\\\ %")
    	response, err := http.DefaultClient.Do(request)
    	if err != nil {
    		panic(err)
    	}
    	text, _ := io.ReadAll(response.Body)
    	fmt.Println(response.StatusCode, string(text))
    }

    ---
    package main

    import (
    	"fmt"
    	"io"
    	"net/http"
    	"strings"
    )

    func main() {
    	request, err := http.NewRequest("POST", "http://127.0.0.1:4010/v1/pets?x={a,b}&y=[1-3]", strings.NewReader("@/etc/hostname"))
    	if err != nil {
    		panic(err)
    	}
    	request.Header.Add("Authorization", "Bearer sandbox_free_s")
    	request.Header.Add("Content-Type", "application/json")
    	response, err := http.DefaultClient.Do(request)
    	if err != nil {
    		panic(err)
    	}
    	text, _ := io.ReadAll(response.Body)
    	fmt.Println(response.StatusCode, string(text))
    }

    ---
    package main

    import (
    	"encoding/base64"
    	"fmt"
    	"io"
    	"net/http"
    	"strings"
    )

    func main() {
    	request, err := http.NewRequest("PUT", "http://127.0.0.1:4010/v1/pets", base64.NewDecoder(base64.StdEncoding, strings.NewReader("/wABgIE=")))
    	if err != nil {
    		panic(err)
    	}
    	request.Header.Add("Authorization", "Bearer sandbox_free_s")
    	request.Header.Add("Content-Type", "application/octet-stream")
    	response, err := http.DefaultClient.Do(request)
    	if err != nil {
    		panic(err)
    	}
    	text, _ := io.ReadAll(response.Body)
    	fmt.Println(response.StatusCode, string(text))
    }
    "
  `)
})

const LOCAL = 'http://127.0.0.1:4010'

/** Each request has a part that the code must leave out, or write in a special way. */
const PINNED: Readonly<Record<string, Omit<Replayed, 'origin'>>> = {
  'headers that tools send themselves': {
    method: 'GET',
    target: '/v1/pets',
    headers: [
      ['Host', '127.0.0.1:4010'],
      ['Authorization', 'Bearer a'],
      ['Connection', 'close'],
      ['X-Empty', ''],
    ],
  },
  'a whole address, with dots in its path': { method: 'HEAD', target: 'http://other/v1/../pets', headers: [['Host', 'other']] },
  'a body of which the beginning was kept': {
    method: 'POST',
    target: '/v1/pets?x={a}',
    headers: [['content-type', 'a/b']],
    body: { text: 'it\'s "x"', bytes: 8, sha256: 'y' },
  },
  'a body without a type': { method: 'PUT', target: '/v1/pets/.', headers: [], body: { text: 'x', bytes: 1 } },
  'a body of GET': { method: 'GET', target: '/v1/pets', headers: [], body: { text: 'x', bytes: 1 } },
  'an empty body': { method: 'POST', target: '/v1/pets', headers: [], body: { text: '', bytes: 0 } },
  'a body that is no text': { method: 'POST', target: '/v1/pets', headers: [], body: { base64: '/wAB', bytes: 3 } },
}

test('the code is as people read it', async () => {
  const texts = Object.entries(PINNED).flatMap(([title, request]) =>
    Object.entries(SNIPPETS).map(([name, render]) => `=== ${name}: ${title}\n${render({ ...request, origin: LOCAL })}\n`),
  )
  await expect(texts.join('\n')).toMatchFileSnapshot('snippets.txt')
})
