// The formats of a campaign's report: the same names as the formats of the report on a client.

import type { FormatName } from '../../report/formats/formats.ts'
import type { Style } from '../../report/formats/layout.ts'
import type { InjectReport } from '../report.ts'
import { renderGithub } from './github.ts'
import { renderJson } from './json.ts'
import { renderCtrf, renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import { renderText } from './text.ts'

export const INJECT_FORMATS: Readonly<Record<FormatName, (report: InjectReport, style?: Style) => string>> = {
  text: renderText,
  json: renderJson,
  junit: renderJunit,
  markdown: renderMarkdown,
  github: renderGithub,
  ctrf: renderCtrf,
}
