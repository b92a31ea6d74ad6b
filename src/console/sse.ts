// Server-sent events, read from a fetch: an EventSource cannot send the token, and a token must not stand in an address.

export interface ServerEvent {
  readonly type: string
  readonly id: string
  readonly text: string
}

export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for (const reader = body.getReader(); ; ) {
    const { value, done } = await reader.read()
    if (done) return
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseBlock(block)
      if (event) yield event
    }
  }
}

function parseBlock(block: string): ServerEvent | undefined {
  const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]))
  const text = fields.get('data')
  return text === undefined ? undefined : { type: fields.get('event') ?? 'message', id: fields.get('id') ?? '', text }
}
