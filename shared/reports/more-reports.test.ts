import { expect, test } from 'vitest'
import { receivablesReport } from './more-reports.ts'

test('[REP-01] that customers owe more is no good news: no measure of receivables is', () => {
  const measures: Record<string, { moreIsWorse?: boolean }> = receivablesReport.measures
  expect(Object.entries(measures).filter(([, measure]) => !measure.moreIsWorse)).toEqual([])
})
