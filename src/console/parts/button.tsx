// A button of the page. Only buttons that submit a form are plain elements.

import type { ComponentProps } from 'preact'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'name' | 'type'> {
  /** The text on the button. */
  readonly name: string | number
}

export const Button = ({ name, ...more }: ButtonProps) => (
  <button type="button" {...more}>
    {name}
  </button>
)
