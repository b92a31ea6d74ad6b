import { type Option, SWITCH } from './option.ts'

export interface Durable {
  /** A change is acknowledged only when the disk has it. Without this a crash of the machine may lose acknowledged changes. */
  readonly durable?: boolean
}

export const durable = {
  rule: SWITCH,
  read: ({ durable = false }: Durable) => durable,
  flag: '--durable',
  help: 'acknowledge a change only when the disk has it, so that a power failure loses nothing',
  excludes: ['ephemeral', 'store'],
} satisfies Option<Durable>
