// The keys of the page, in a box that opens with `?`.

import { HELP } from '../keyboard.ts'

export const Keys = () => (
  <aside popover="auto" id="keys" aria-label="Keys">
    <h2>Keys</h2>
    <dl>
      {HELP.map(([keys, does]) => (
        <div key={keys}>
          <dt>
            {keys.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </aside>
)
