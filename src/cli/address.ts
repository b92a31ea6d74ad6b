// The options that say where the sandbox of a command is. They read the same variables as start does. So a command in a
// container finds the sandbox of that container.

import { type Command, Option } from 'commander'
import { readAddress } from '../client/address.ts'
import { PREFIX } from './environment.ts'
import { wholeNumber } from './values.ts'

export interface Address {
  readonly url?: string
  readonly host?: string
  readonly port?: number
  readonly tls?: boolean
}

export function withAddress(command: Command): Command {
  command
    .addOption(new Option('--url <url>', 'the address of the sandbox, in place of host and port').env(`${PREFIX}URL`))
    .addOption(new Option('--host <address>', 'the host of the sandbox').default('127.0.0.1').env(`${PREFIX}HOST`))
    .addOption(new Option('-p, --port <n>', 'the port of the sandbox').default(4010).argParser(wholeNumber(1, 65_535)).env(`${PREFIX}PORT`))
    .addOption(new Option('--tls', 'the sandbox serves HTTPS').env(`${PREFIX}TLS`))
  // A sandbox with one of these options serves HTTPS.
  for (const [flags, variable] of [
    ['--tls-cert <file>', 'TLS_CERT'],
    ['--tls-key <file>', 'TLS_KEY'],
    ['--tls-name <host>', 'TLS_NAME'],
  ] as const)
    command.addOption(
      new Option(flags)
        .env(PREFIX + variable)
        .implies({ tls: true })
        .hideHelp(),
    )
  return command
}

/** Scheme, host and port, and the prefix that a proxy puts before every path. Throws a StartError for a wrong URL. */
export function placeOf({ url, host = '127.0.0.1', port = 4010, tls = false }: Address): string {
  if (url === undefined) return `${tls ? 'https' : 'http'}://${nameOf(host)}:${port}`
  const { origin, prefix } = readAddress(url, 'url')
  return origin + prefix
}

/** The name by which clients reach a sandbox that listens on this address. */
function nameOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
