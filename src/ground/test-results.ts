// Writes test cases as JUnit XML for GitHub, GitLab and Jenkins, and the file of a report in JSON. The texts are harmless (printable.ts).

import { printableJson } from './printable.ts'

const SUITE = 'petstore-sandbox'

export interface Case {
  readonly name: string
  readonly failure?: { readonly message: string; readonly text: string }
  readonly skipped?: string
  /** Text that does not fail the test case. */
  readonly remark?: string
}

interface SuiteFacts {
  /** In ISO 8601. */
  readonly started?: string | undefined
  readonly seconds?: number
  readonly properties?: Readonly<Record<string, string | number>>
}

export function renderJunit(cases: readonly Case[], { started, seconds = 0, properties = {} }: SuiteFacts): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const skipped = cases.filter(({ skipped }) => skipped !== undefined).length
  const counts = `tests="${cases.length}" failures="${failures}" errors="0"`
  const timestamp = started === undefined ? '' : ` timestamp="${escapeXml(started.slice(0, 19))}"`
  const named = Object.entries(properties).map(([name, value]) => `      <property name="${name}" value="${escapeXml(String(value))}"/>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${SUITE}" ${counts} time="${seconds}">`,
    `  <testsuite name="${SUITE}" ${counts} skipped="${skipped}" time="${seconds}"${timestamp}>`,
    ...(named.length === 0 ? [] : ['    <properties>', ...named, '    </properties>']),
    ...cases.flatMap(renderTestcase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function renderTestcase({ name, failure, skipped, remark }: Case): string[] {
  const children = [
    ...(skipped === undefined ? [] : [`<skipped>${escapeXml(skipped)}</skipped>`]),
    ...(failure ? [`<failure type="${SUITE}" message="${escapeXml(failure.message)}">${escapeXml(failure.text)}</failure>`] : []),
    ...(remark === undefined ? [] : [`<system-out>${escapeXml(remark)}</system-out>`]),
  ]
  const open = `    <testcase classname="${SUITE}" name="${escapeXml(name)}" time="0"`
  return children.length === 0 ? [`${open}/>`] : [`${open}>`, ...children.map((child) => `      ${child}`), '    </testcase>']
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Escapes text for elements and attributes. Harmless texts have no characters that XML 1.0 does not allow. */
const escapeXml = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

/** A whole file. It is safe in a log too: it cannot move the cursor of a terminal, and a runner of CI finds no command in it. */
export const renderJsonFile = (value: object) => `${printableJson(JSON.stringify(value, null, 2))}\n`
