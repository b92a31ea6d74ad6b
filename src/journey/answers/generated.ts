// Answers an operation without a handler, with an example or a value that is made from the contract.

import type { Answer } from '../parts.ts'

export const generated: Answer = {
  name: 'generated',
  asks: 'Is there an example?',
  passes: () => 'none',
  answers: ({ operation }) => `answered: ${operation}`,
  give: ({ operation }, { generate }) => operation && generate(operation, {}),
}
