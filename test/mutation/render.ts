// What the command writes: one line for each mutant, and the summary.

import { styleText } from 'node:util'
import type { Mutant } from './mutants.ts'
import type { Fate, Tried } from './try-mutants.ts'

const COLOURS: Readonly<Record<Fate, 'green' | 'red' | 'gray'>> = { noticed: 'green', survived: 'red', unreached: 'red', refused: 'gray' }
const LONGEST = 90

/** A change in one line: `src/a.ts:3  number  1 → 2`. */
export function renderMutant({ file, line, kind, before, after }: Mutant): string {
  const short = (text: string) => {
    const flat = text.replace(/\s+/g, ' ')
    return flat.length > LONGEST ? `${flat.slice(0, LONGEST)}…` : flat || '(nothing)'
  }
  return `${file}:${line}  ${kind}  ${short(before)} → ${short(after)}`
}

export type Paint = (colour: 'green' | 'red' | 'gray', text: string) => string

/** Colours where the stream is a terminal that shows them. */
export const createPaint =
  (stream: NodeJS.WriteStream): Paint =>
  (colour, text) =>
    styleText(colour, text, { stream })

export function renderTried(tried: Tried, paint: Paint): string {
  const by = tried.by === undefined ? '' : paint('gray', `  ${tried.by.slice(0, 2 * LONGEST)}`)
  return `${paint(COLOURS[tried.fate], tried.fate.padEnd(9))}  ${(tried.ms / 1000).toFixed(1).padStart(6)} s  ${renderMutant(tried)}${by}`
}

/** The share of mutants that were noticed, in percent, without those that do not count. */
function shareOf(tried: readonly Tried[]): number {
  const counted = tried.filter(({ fate }) => fate !== 'refused')
  const noticed = counted.filter(({ fate }) => fate === 'noticed')
  return counted.length === 0 ? 100 : (noticed.length / counted.length) * 100
}

export function renderSummary(tried: readonly Tried[], unnoticeable: number): string {
  const count = (fate: Fate) => tried.filter((one) => one.fate === fate).length
  const left = tried.filter(({ fate }) => fate === 'survived' || fate === 'unreached')
  const kinds = Map.groupBy(left, ({ kind }) => kind)
  const refused = `${count('refused')} refused by the type check, ${unnoticeable} known to change nothing`
  return [
    '',
    ...(left.length > 0
      ? ['Survivors:', ...left.map((one) => `  ${renderMutant(one)}${one.fate === 'unreached' ? '  (no test runs it)' : ''}`), '']
      : []),
    ...[...kinds].sort(([, one], [, other]) => other.length - one.length).map(([kind, ones]) => `  ${ones.length} ${kind}`),
    `${shareOf(tried).toFixed(1)} % noticed: ${count('noticed')} of ${count('noticed') + left.length} mutants; ${refused}`,
    '',
  ].join('\n')
}
