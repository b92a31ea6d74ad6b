// Parts of the page that scroll. The keyboard must reach each of them, so that everybody can scroll it.

import type { ComponentProps } from 'preact'

// biome-ignore lint/a11y/noNoninteractiveTabindex: see above
export const Scroll = (props: ComponentProps<'div'>) => <div tabIndex={0} {...props} />

// biome-ignore lint/a11y/noNoninteractiveTabindex: see above
export const Text = (props: ComponentProps<'pre'>) => <pre class="text" tabIndex={0} {...props} />
