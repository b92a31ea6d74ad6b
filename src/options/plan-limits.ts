// Rate limits in place of those of the contract: `planLimits` for any plan, and the short `enterpriseLimits` for one.

import { isObject } from '../contract/json/json.ts'
import { type Option, object, refuseBoth, wholeNumber } from './option.ts'
import type { PlanRates, SandboxOptions } from './sandbox-options.ts'

const RATE = wholeNumber(1, Number.MAX_SAFE_INTEGER)
const RATES = object(
  { minute: RATE, day: RATE },
  'be an object with requests per minute and per day, for example { minute: 5000, day: 500000 }',
)

export const enterpriseLimits = {
  rule: {
    ...RATES,
    must: 'be requests per minute and per day, for example 5000/500000',
    fits: (value: unknown) => (typeof value === 'string' ? /^0*[1-9]\d{0,14}\/0*[1-9]\d{0,14}$/.test(value) : isObject(value)),
  },
  read: ({ enterpriseLimits: given }: SandboxOptions) => (typeof given === 'string' ? ratesOf(given) : given),
  flag: '--enterprise-limits <minute/day>',
  help: 'limits of the plan enterprise, for example 5000/500000; default: the limits in the contract',
} satisfies Option

export const planLimits = {
  rule: { must: 'be an object of plans, for example { free: { minute: 60, day: 1000 } }', fits: isObject, each: RATES },
  read(options: SandboxOptions) {
    const { planLimits = {} } = options
    const enterprise = enterpriseLimits.read(options)
    if (enterprise === undefined) return planLimits
    if (planLimits.enterprise !== undefined) refuseBoth('enterpriseLimits', 'planLimits', '.enterprise')
    return { ...planLimits, enterprise }
  },
} satisfies Option

function ratesOf(text: string): PlanRates {
  const [minute = 0, day = 0] = text.split('/').map(Number)
  return { minute, day }
}
