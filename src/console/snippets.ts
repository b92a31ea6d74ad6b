// Renders a request as a curl command that sends the same bytes, and a first call as code in some languages.

import type { Body } from '../ground/generated/control.ts'
import { quote as quoteShell } from '../ground/shell.ts'

export interface Replayed {
  readonly method: string
  /** `http://127.0.0.1:4010` */
  readonly origin: string
  /** Path and query as sent. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: Body | undefined
}

const OWN = /^(host|connection|content-length|transfer-encoding|accept-encoding|keep-alive)$/i

/** The headers that curl does not add itself. A Host that differs from the address is kept. */
const headersToSend = ({ headers, origin }: Replayed) =>
  headers.filter(([name, value]) => !OWN.test(name) || (/^host$/i.test(name) && value !== new URL(origin).host))

const urlOf = ({ origin, target }: Replayed) => (target.startsWith('/') ? origin + target : target)

const textOf = ({ body }: Replayed) => (body !== undefined && body.bytes > 0 ? (body.text ?? '') : undefined)

export function renderCurl(request: Replayed): string {
  const { method, body } = request
  const text = textOf(request)
  const isPlain = method === (text === undefined && body?.base64 === undefined ? 'GET' : 'POST')
  const parts = [
    `curl -i${isPlain ? '' : method === 'HEAD' ? 'I' : ` -X ${quoteShell(method)}`}${flagsFor(urlOf(request))} ${quoteShell(urlOf(request))}`,
    // curl leaves out a header with an empty value, unless it is written with a semicolon.
    ...headersToSend(request).map(([name, value]) => `-H ${quoteShell(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(hasType(request) || (text === undefined && body?.base64 === undefined) ? [] : ["-H 'Content-Type:'"]),
    ...(body?.base64 !== undefined ? ['--data-binary @-'] : text === undefined ? [] : [`--data-raw ${quoteShell(text)}`]),
  ]
  const command = parts.join(' \\\n  ')
  const note = body?.sha256 === undefined ? '' : `# only the beginning of the body was kept: ${body.bytes} bytes were sent\n`
  return note + (body?.base64 === undefined ? command : `printf %s ${body.base64} | base64 -d | ${command}`)
}

/** Without these flags curl reads brackets and braces as patterns, and removes `.` and `..` from a path. */
const flagsFor = (url: string) => (/[[\]{}]/.test(url) ? ' --globoff' : '') + (/\/\.{1,2}(\/|$|\?)/.test(url) ? ' --path-as-is' : '')

const hasType = ({ headers }: Replayed) => headers.some(([name]) => /^content-type$/i.test(name))

/** Code for a first call, which is a GET without a body, in some languages. */
export const FIRST_CALL: Readonly<Record<string, (request: Replayed) => string>> = {
  curl: renderCurl,
  fetch: (request) => `const response = await fetch(${quote(urlOf(request))}, {
  headers: {
${renderHeaders(request, (name, value) => `    ${name}: ${value},`)}  },
})
console.log(response.status, await response.text())
`,
  Python: (request) => `import httpx

response = httpx.get(
    ${quote(urlOf(request))},
    headers={
${renderHeaders(request, (name, value) => `        ${name}: ${value},`)}    },
)
print(response.status_code, response.text)
`,
  Go: (request) => `package main

import (
	"fmt"
	"io"
	"net/http"
)

func main() {
	request, err := http.NewRequest("GET", ${quote(urlOf(request))}, nil)
	if err != nil {
		panic(err)
	}
${renderHeaders(request, (name, value) => `\trequest.Header.Add(${name}, ${value})`)}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	text, _ := io.ReadAll(response.Body)
	fmt.Println(response.StatusCode, string(text))
}
`,
  Java: (request) => `import java.net.URI;
import java.net.http.*;

class FirstCall {
    public static void main(String[] arguments) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(${quote(urlOf(request))}))
${renderHeaders(request, (name, value) => `            .header(${name}, ${value})`)}            .build();
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }
}
`,
  PowerShell: ({ origin, target, headers }) =>
    `Invoke-RestMethod '${origin}${target}' -Headers @{ ${headers.map(([name, value]) => `${name} = '${value}'`).join('; ')} }`,
}

/** All these languages understand the escapes of a JSON string. */
const quote = (text: string) => JSON.stringify(text)

const renderHeaders = ({ headers }: Replayed, render: (name: string, value: string) => string) =>
  headers.map(([name, value]) => `${render(quote(name), quote(value))}\n`).join('')
