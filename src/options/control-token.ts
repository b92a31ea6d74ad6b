import { type Option, text } from './option.ts'

export interface ControlToken {
  /** The control API requires this token as the bearer token. */
  readonly controlToken?: string
}

export const controlToken = {
  // A token that a client can send in a header.
  rule: {
    ...text('have only characters that a header can have (ASCII), without a blank at either end', /^[!-~]([ -~]*[!-~])?$/),
    isSecret: true,
  },
  read: ({ controlToken }: ControlToken) => controlToken,
  flag: '--control-token <token>',
  help: 'demand this bearer token for the control API',
} satisfies Option<ControlToken>
