// The report of a campaign for programs. spec/inject.schema.json describes it.

import { renderJsonReport } from '../../report/formats/json.ts'
import type { InjectReport } from '../report.ts'

export const renderJson = (report: InjectReport): string => renderJsonReport(report)
