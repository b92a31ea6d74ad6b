// One secret in each position of a request. Each request has a secret of its own, so that a leak names its position.

const GET = 'GET /v1/pets HTTP/1.1'
const KEY = 'Authorization: Bearer sandbox_enterprise'

const withTarget = (target: string) => (secret: string) => render(`GET ${target.replaceAll('$', secret)} HTTP/1.1`, [KEY])
const withHeader = (header: string) => (secret: string) => render(GET, [KEY, header.replaceAll('$', secret)])
const withKey = (header: string) => (secret: string) => render(GET, [header.replaceAll('$', secret)])
const withBody =
  (body: string, type = 'application/json') =>
  (secret: string) =>
    render('POST /v1/pets HTTP/1.1', [KEY, `Content-Type: ${type}`], body.replaceAll('$', secret))

const render = (line: string, headers: readonly string[], body = '') =>
  [line, ...(headers.some((header) => header.startsWith('Host')) ? [] : ['Host: localhost']), 'Connection: close', ...headers].join(
    '\r\n',
  ) + (body === '' ? '\r\n\r\n' : `\r\nContent-Length: ${Buffer.byteLength(body, 'latin1')}\r\n\r\n${body}`)

const form = 'application/x-www-form-urlencoded'

/** By position: the bytes of a request with the secret at this position. */
const POSITIONS: Readonly<Record<string, (secret: string) => string>> = {
  'a path segment with a scheme': withTarget('/v1/pets/Bearer%20$'),
  'a path segment behind a name': withTarget('/v1/token/$'),
  'a path segment that shows its form': withTarget('/v1/pets/sk_live_$'),
  'a path segment that repeats a header': (secret) => render(`GET /v1/pets/${secret} HTTP/1.1`, [`Authorization: Bearer ${secret}`]),
  'a matrix parameter of an item': withTarget('/v1/pets/1;jsessionid=$'),
  'a matrix parameter of a list': withTarget('/v1/pets;token=$'),
  'a prefix': withTarget('/~token=$/v1/pets'),
  'a second item of a prefix': withTarget('/~slow,password=$/v1/pets'),
  'a query': withTarget('/v1/pets?api_key=$'),
  'a query with a code': withTarget('/v1/pets?code=$'),
  'a query with a scheme': withTarget('/v1/pets?limit=Bearer%20$'),
  'a query with an escaped name': withTarget('/v1/pets?%74oken=$'),
  'a URL in a query': withTarget('/v1/pets?next=https%3A%2F%2Fh%2F%3Ftoken%3D$'),
  'the query of an unknown path': withTarget('/v2/pets?secret=$'),
  'a fragment': withTarget('/v1/pets#access_token=$'),
  'the user of an absolute target': withTarget('http://user:$@localhost/v1/pets'),
  'a call outside the contract': withTarget('/elsewhere;token=$?token=$'),
  'a query, a header and a User-Agent that repeat a field of the body': (secret) =>
    render(
      `POST /v1/pets?note=${secret} HTTP/1.1`,
      [KEY, `X-Note: ${secret}`, `User-Agent: ${secret}`, 'Content-Type: application/json'],
      `{"password":"${secret}"}`,
    ),
  Authorization: withKey('Authorization: Bearer $'),
  'Authorization without a scheme': withKey('Authorization: $'),
  'Authorization with a strange scheme': withKey('Authorization: Secret $'),
  'Basic Authorization': withKey('Authorization: Basic $'),
  'Digest Authorization': withKey('Authorization: Digest username="a", response="$"'),
  'two Authorizations': (secret) => render(GET, [KEY, `Authorization: Bearer ${secret}`]),
  'a misspelled Authorization': withKey('Autorization: Bearer $'),
  'a misspelled Authorization without a scheme': withKey('Authorizatoin: $'),
  'a foreign key that looks like one of the sandbox': withKey('Authorization: Bearer sandbox_gold_$'),
  'Proxy-Authorization': withHeader('Proxy-Authorization: Basic $'),
  'X-Api-Key': withHeader('X-Api-Key: $'),
  'X-Pat': withHeader('X-Pat: $'),
  'a header that passes a token on': withHeader('X-Upstream: Bearer $'),
  'a header that repeats a key': (secret) => render(GET, [`X-Copy: ${secret}`, `Authorization: Bearer ${secret}`]),
  'a cookie': withHeader('Cookie: theme=dark; session=$'),
  Referer: withHeader('Referer: https://user:$@shop.example/?token=$'),
  Host: (secret) => render(GET, [KEY, `Host: user:${secret}@localhost`]),
  'User-Agent': withHeader('User-Agent: shop/1.0 (token=$)'),
  'Sandbox-Case': withHeader('Sandbox-Case: "Bearer $"'),
  'a parameter of Sandbox-Case': withHeader('Sandbox-Case: "a";token=$'),
  'Sandbox-Scenario': withHeader('Sandbox-Scenario: flaky;token=$'),
  'a strange Sandbox header': withHeader('Sandbox-Secret: $'),
  Prefer: withHeader('Prefer: example="Bearer $"'),
  'Idempotency-Key': withHeader('Idempotency-Key: Bearer $'),
  'Content-Type': (secret) => render('POST /v1/pets HTTP/1.1', [KEY, `Content-Type: application/json; token=${secret}`], '{}'),
  'Content-Encoding': (secret) => render('POST /v1/pets HTTP/1.1', [KEY, `Content-Encoding: Bearer ${secret}`], '{}'),
  'a field of JSON': withBody('{"name":"Rex","categoryId":1,"password":"$"}'),
  'a nested field of JSON': withBody('{"name":"Rex","categoryId":1,"login":{"apiKey":["$"]}}'),
  'a known field of JSON': withBody('{"name":"Rex","categoryId":"Bearer $"}'),
  'a name in JSON': withBody('{"name":"Rex","categoryId":1,"Bearer $":1}'),
  'JSON twice': withBody('{"token":"$","token":"$"}'),
  'broken JSON': withBody('{"token":"$" oops}'),
  'JSON that is cut': withBody('{"token":"$'),
  'text instead of JSON': withBody('password=$'),
  'a form': withBody('a=1&client_secret=$&b=2', form),
  'a form with a strange letter': withBody('a=\xe9&client_secret=$&b=2', form),
  'a form of parts': withBody(
    '--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n$\r\n--x--',
    'multipart/form-data; boundary=x',
  ),
  XML: withBody('<a><password>$</password></a>', 'application/xml'),
  'a line of text': withBody('Authorization: Bearer $', 'text/plain'),
  'a body of a call without a body': (secret) => render(GET, [KEY, `Content-Type: ${form}`], `token=${secret}`),
  'broken headers': (secret) => `GET /v1/pets?token=${secret} HTTP/1.1\r\nX-Api-Key: ${secret}\r\nbroken\r\n\r\n`,
  'a strange version of HTTP': (secret) => `GET /v1/pets?token=${secret} HTTP/3.7\r\n\r\n`,
}

interface Canary {
  readonly position: string
  readonly secret: string
  readonly request: string
}

/** The secret has letters and digits, and no part of it stands in another text. */
export const canaries: readonly Canary[] = Object.entries(POSITIONS).map(([position, place], index) => {
  const secret = `Zq${String.fromCharCode(97 + (index % 26))}x${index}wK7canary${index}`
  return { position, secret, request: place(secret) }
})
