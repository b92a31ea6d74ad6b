// Gives each item an id above 2^53. All these ids are odd, and a double can hold only even integers there: so a rounded id is
// never one that was given out. The world answers calls with these ids from then on.

import { isBigId, toBigId } from '../../exchange/big-id.ts'
import { isInteger } from '../../json/json-number.ts'
import type { Effect } from '../effect.ts'
import { changeItems } from './change-items.ts'

export const bigIds: Effect<'bigIds'> = {
  finish(settings, draft, { world }, tools) {
    if (!settings.bigIds) return false
    world.data.giveBigIds()
    return changeItems(draft, tools, (item) => (isInteger(item.id) && !isBigId(item.id) ? { ...item, id: toBigId(item.id) } : item))
  },
}
