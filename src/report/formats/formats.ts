// The formats of the report as a table: one line each, with the media type for HTTP and the ending of files. The first format is
// for people.

import type { Report } from '../../../spec/report.ts'
import { renderCtrf } from './ctrf.ts'
import { renderGithub } from './github.ts'
import { renderJunit } from './junit.ts'
import type { Style } from './layout.ts'
import { renderMarkdown } from './markdown.ts'
import { renderJsonReport } from './plain.ts'
import { renderText } from './text.ts'

export type FormatName = 'text' | 'json' | 'junit' | 'markdown' | 'github' | 'ctrf'

export interface Format {
  readonly render: (report: Report, style?: Style) => string
  /** A format without a media type is not served over HTTP. */
  readonly mediaType?: string
  readonly ending?: string
}

export const FORMATS: Readonly<Record<FormatName, Format>> = {
  text: { render: renderText, mediaType: 'text/plain', ending: '.txt' },
  json: { render: renderJsonReport, mediaType: 'application/json', ending: '.json' },
  junit: { render: renderJunit, mediaType: 'application/junit+xml', ending: '.xml' },
  markdown: { render: renderMarkdown, mediaType: 'text/markdown', ending: '.md' },
  github: { render: renderGithub },
  ctrf: { render: renderCtrf },
}

export const FORMAT_NAMES = Object.keys(FORMATS) as readonly FormatName[]

export const isFormat = (name: string): name is FormatName => Object.hasOwn(FORMATS, name)

/** Renders the report in the format of a media type. */
export function renderAs(mediaType: string, report: Report): string {
  const format = Object.values(FORMATS).find((format) => format.mediaType === mediaType)
  if (format === undefined) throw new Error(`no format has the media type ${mediaType}`)
  return format.render(report)
}

/** The format of a file, by the ending of its name: `report.xml` is JUnit. */
export const formatOfFile = (file: string): FormatName | undefined =>
  FORMAT_NAMES.find((name) => file.toLowerCase().endsWith(FORMATS[name].ending ?? '\0'))
