import { type Option, SWITCH } from './option.ts'

export interface MetricsOption {
  /** Counts requests and measures the sandbox, for Prometheus: `GET /_sandbox/metrics`. */
  readonly metrics?: boolean
}

export const metrics = {
  rule: SWITCH,
  read: ({ metrics = false }: MetricsOption) => metrics,
  flag: '--metrics',
  help: 'serve numbers for Prometheus at /_sandbox/metrics',
} satisfies Option<MetricsOption>
