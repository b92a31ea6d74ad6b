// Shows the assumptions at their places in the contract, folded.

import { Folded } from '../parts/folded.tsx'
import { Inline } from '../parts/prose.tsx'
import { type Assumption, assumptionsAt, type Subject } from './subject.ts'

/** Everything that the service may do at this point, and why the sandbox had to choose. */
export const Choices = ({ of: { choices, choice, default: usual, why } }: { of: Assumption }) => (
  <>
    {Object.entries(choices).map(([name, text]) => (
      <p key={name}>
        <code>{name}</code> {name === (choice ?? usual) && <strong>in force</strong>} <Inline text={text} />
      </p>
    ))}
    <p class="dim">
      <Inline text={why} />
    </p>
  </>
)

export const Assumed = ({ subject, node }: { subject: Subject; node: unknown }) => (
  <>
    {assumptionsAt(subject, node).map((assumption) => (
      <Folded
        key={assumption.id}
        class="assumed"
        title={
          <>
            assumed <code>{assumption.id}</code>
          </>
        }
      >
        <Choices of={assumption} />
      </Folded>
    ))}
  </>
)
