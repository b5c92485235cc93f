import { expect, test } from 'vitest'
import { receivablesReport } from './more-reports.ts'

test('[REP-01] for every measure of the receivables report, more is worse', () => {
  const measures: Record<string, { moreIsWorse?: boolean }> = receivablesReport.measures
  expect(Object.entries(measures).filter(([, measure]) => !measure.moreIsWorse)).toEqual([])
})
