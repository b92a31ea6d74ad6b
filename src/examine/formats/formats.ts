// The formats of the report, one line each. The first one is for people. Every format except JSON gets harmless texts.
// spec/report.schema.json describes the JSON.

import type { Report } from '../../ground/generated/report.ts'
import { harmless, printableJson, type Style } from '../../ground/printable.ts'
import { listNeeds } from '../lies.ts'
import { renderGithub } from './github.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import { renderText } from './text.ts'

export type FormatName = 'text' | 'json' | 'junit' | 'markdown' | 'github'

interface Format {
  readonly render: (report: Report, style?: Style) => string
  /** A format without a media type is not served over HTTP. */
  readonly mediaType?: string
  readonly ending?: string
}

const safe =
  (render: Format['render']): Format['render'] =>
  (report, style) =>
    render(harmless(report), style)

/** Safe in a log too: the JSON cannot move the cursor of a terminal, and a runner of CI finds no command in it. */
const renderJsonFile = (value: object) => `${printableJson(JSON.stringify(value, null, 2))}\n`

export const FORMATS: Readonly<Record<FormatName, Format>> = {
  text: { render: safe(renderText), mediaType: 'text/plain', ending: '.txt' },
  json: { render: renderJsonFile, mediaType: 'application/json', ending: '.json' },
  junit: { render: safe(renderJunit), mediaType: 'application/junit+xml', ending: '.xml' },
  markdown: { render: safe(renderMarkdown), mediaType: 'text/markdown', ending: '.md' },
  github: { render: safe(renderGithub) },
}

export const renderNeeds = ({ lies }: Report) => renderJsonFile(listNeeds(lies))

export const FORMAT_NAMES = Object.keys(FORMATS) as readonly FormatName[]

/** In the format of a media type, or else as JSON. */
export const renderAs = (type: string, report: Report) =>
  (Object.values(FORMATS).find(({ mediaType }) => mediaType === type) ?? FORMATS.json).render(report)

/** By the ending of the name: `report.xml` is JUnit. */
export const formatOfFile = (file: string): FormatName | undefined =>
  FORMAT_NAMES.find((name) => file.toLowerCase().endsWith(FORMATS[name].ending ?? '\0'))
