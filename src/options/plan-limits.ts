// Rate limits in place of those of the contract: `planLimits` for any plan, and the short `enterpriseLimits` for one.

import { isObject } from '../contract/json/json.ts'
import { type Option, object, refuseBoth, text, wholeNumber } from './option.ts'
import type { SandboxOptions } from './sandbox-options.ts'

const RATE = wholeNumber(1, Number.MAX_SAFE_INTEGER)
const RATES = object(
  { minute: RATE, day: RATE },
  'be an object with requests per minute and per day, for example { minute: 5000, day: 500000 }',
)

export const enterpriseLimits = {
  rule: text('be requests per minute and per day, for example 5000/500000', /^0*[1-9]\d{0,14}\/0*[1-9]\d{0,14}$/),
  flag: '--enterprise-limits <minute/day>',
  help: 'limits of the plan enterprise, for example 5000/500000; default: the limits in the contract',
} satisfies Option

export const planLimits = {
  rule: { must: 'be an object of plans, for example { free: { minute: 60, day: 1000 } }', fits: isObject, each: RATES },
  read({ planLimits = {}, enterpriseLimits }: SandboxOptions) {
    if (enterpriseLimits === undefined) return planLimits
    if (planLimits.enterprise !== undefined) refuseBoth('enterpriseLimits', 'planLimits', '.enterprise')
    const [minute = 0, day = 0] = enterpriseLimits.split('/').map(Number)
    return { ...planLimits, enterprise: { minute, day } }
  },
} satisfies Option
