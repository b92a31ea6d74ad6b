// Where the sandbox is that a command talks to: the same settings as start has, so that a container's own commands
// find its sandbox.

import { type Command, Option } from 'commander'
import { StartError } from '../problem.ts'
import { PREFIX } from './environment.ts'
import { wholeNumber } from './values.ts'

export interface Address {
  readonly url?: string
  readonly host: string
  readonly port: number
  readonly tls?: boolean
}

export function withAddress(command: Command): Command {
  return command
    .addOption(new Option('--url <url>', 'the address of the sandbox, in place of host and port').env(`${PREFIX}URL`))
    .addOption(new Option('--host <address>', 'where it listens').default('127.0.0.1').env(`${PREFIX}HOST`))
    .addOption(new Option('--port <n>', 'its port').default(4010).argParser(wholeNumber(1, 65_535)).env(`${PREFIX}PORT`))
    .addOption(new Option('--tls', 'it serves HTTPS').env(`${PREFIX}TLS`))
    .addOption(new Option('--tls-cert <file>').env(`${PREFIX}TLS_CERT`).implies({ tls: true }).hideHelp())
}

/** Scheme, host and port. Throws a StartError for a URL that is none. */
export function originOf({ url, host, port, tls }: Address): string {
  if (url === undefined)
    return `${tls ? 'https' : 'http'}://${host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host}:${port}`
  if (!URL.canParse(url)) throw new StartError(`--url ${url}: write an address as http://127.0.0.1:4010`)
  return new URL(url).origin
}
