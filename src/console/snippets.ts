// Renders a request as a command or as code that sends the same bytes. Headers that the tools add themselves are left out.

import type { Body } from '../../spec/control.ts'
import { quote as quoteShell } from '../text/shell.ts'

export interface Replayed {
  readonly method: string
  /** `http://127.0.0.1:4010` */
  readonly origin: string
  /** Path and query as sent. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: Body | undefined
}

type Snippets = Readonly<Record<string, (request: Replayed) => string>>

export const SNIPPETS: Snippets = { curl: renderCurl, fetch: renderFetch, Python: renderHttpx, Go: renderGo }

/** The snippets for a first call, which is a GET without a body. */
export const FIRST_SNIPPETS: Snippets = {
  ...SNIPPETS,
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

/** The snippets that can send this request. A body that is not text, or of which only the beginning was kept, is left to curl. */
export const snippetsFor = ({ body }: Replayed): Snippets =>
  body?.base64 === undefined && body?.sha256 === undefined ? SNIPPETS : { curl: renderCurl }

const OWN = /^(host|connection|content-length|transfer-encoding|accept-encoding|keep-alive)$/i

/** The headers that a tool does not add itself. A Host that differs from the address is kept. */
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

/** JavaScript, Python and Go understand the escapes of a JSON string. JSON.stringify writes surrogate pairs as letters, so Go does too. */
const quote = (text: string) => JSON.stringify(text)

const renderHeaders = (request: Replayed, render: (name: string, value: string) => string) =>
  headersToSend(request)
    .map(([name, value]) => `${render(quote(name), quote(value))}\n`)
    .join('')

function renderFetch(request: Replayed): string {
  const text = textOf(request)
  return `const response = await fetch(${quote(urlOf(request))}, {
  method: ${quote(request.method)},
  headers: {
${renderHeaders(request, (name, value) => `    ${name}: ${value},`)}  },
${text === undefined ? '' : `  body: ${quote(text)},\n`}})
console.log(response.status, await response.text())
`
}

function renderHttpx(request: Replayed): string {
  const text = textOf(request)
  return `import httpx

response = httpx.request(
    ${quote(request.method)},
    ${quote(urlOf(request))},
    headers={
${renderHeaders(request, (name, value) => `        ${name}: ${value},`)}    },
${text === undefined ? '' : `    content=${quote(text)}.encode(),\n`})
print(response.status_code, response.text)
`
}

function renderGo(request: Replayed): string {
  const text = textOf(request)
  return `package main

import (
	"fmt"
	"io"
	"net/http"
${text === undefined ? '' : '\t"strings"\n'})

func main() {
	request, err := http.NewRequest(${quote(request.method)}, ${quote(urlOf(request))}, ${text === undefined ? 'nil' : `strings.NewReader(${quote(text)})`})
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
`
}
