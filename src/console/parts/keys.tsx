// The keys of the page, in a box that opens with `?`.

import { HELP } from '../keyboard.ts'
import { Facts } from './facts.tsx'

export const Keys = () => (
  <aside popover="auto" id="keys" aria-label="Keys">
    <h2>Keys</h2>
    <Facts facts={HELP.map(([keys, does]) => [keys.split(' ').map((key) => <kbd key={key}>{key}</kbd>), does])} />
  </aside>
)
