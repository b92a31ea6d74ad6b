// The assumptions of a document, and how the reference shows them at their places: folded.

import { walk } from '../../contract/document.ts'
import { type Contract, isNode, listOf, type Node, resolve } from '../contract.ts'
import { Folded, Inline } from '../parts/show.tsx'

/** The document that a part of the reference shows. */
export interface Subject extends Contract {
  /** The anchors of the part begin with it. Empty for the contract. */
  readonly prefix: string
  /** Every assumption once, in the order of the document. */
  readonly assumptions: ReadonlyMap<string, Assumption>
}

interface Assumption {
  readonly id: string
  readonly default: string
  /** The choice of this sandbox, when it is not the default. */
  readonly choice?: string
  /** A sentence for each choice. */
  readonly choices: Readonly<Record<string, string>>
  readonly why: string
}

export function createSubject(contract: Contract, prefix = ''): Subject {
  const assumptions = new Map<string, Assumption>()
  walk(contract.document, '', (node) => {
    for (const mark of marksOf(node)) if (isNode(mark.choices)) assumptions.set(String(mark.id), mark as unknown as Assumption)
  })
  return { ...contract, prefix, assumptions }
}

function marksOf(node: unknown): readonly Node[] {
  const mark = isNode(node) ? node['x-assumption'] : undefined
  return isNode(mark) ? [mark] : listOf(mark)
}

/** The marks at a node, and at the node that it refers to. */
const marksAt = (document: Node, node: unknown) => [...marksOf(node), ...marksOf(resolve(document, node))]

/** True when the whole node is an assumption. */
export const isAssumed = ({ document }: Subject, node: unknown) => marksAt(document, node).some(({ adds }) => adds === undefined)

export function Assumed({ subject: { document, assumptions }, node }: { subject: Subject; node: unknown }) {
  const ids = new Set(marksAt(document, node).map(({ id }) => String(id)))
  const here = [...ids].flatMap((id) => assumptions.get(id) ?? [])
  return here.map((assumption) => (
    <Folded key={assumption.id} class="assumed" title={['assumed ', <code>{assumption.id}</code>]}>
      <Choices of={assumption} />
    </Folded>
  ))
}

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
