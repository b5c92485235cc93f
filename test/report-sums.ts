import { formatAmount, parseDecimal } from '#shared/money.ts'
import type { Figures, ReportReply } from '#shared/reports/report.ts'

/** What one record adds to a report: its day, the key of its row, and its measures as text (money) or numbers. */
export interface ReportRecord {
  day: string
  key: string | null
  figures: Figures
}

const isMoney = (value: string | number) => typeof value === 'string'
const add = (one: string | number, other: string | number) =>
  isMoney(one) || isMoney(other)
    ? formatAmount((parseDecimal(String(one), 2) ?? 0n) + (parseDecimal(String(other), 2) ?? 0n))
    : Number(one) + Number(other)

/** Adds up records. `zero` has all measures, each at zero. */
function sumOf(records: readonly ReportRecord[], zero: Figures): Figures {
  const sum: Record<string, string | number> = { ...zero }
  for (const { figures } of records)
    for (const [name, value] of Object.entries(figures)) sum[name] = add(sum[name] ?? 0, value)
  return sum
}

const within = (records: readonly ReportRecord[], span: { start: string; end: string }) =>
  records.filter(({ day }) => day >= span.start && day <= span.end)

/**
 * The expected figures of a report, computed from records in plain loops: totals of all three ranges, of each period of
 * the current range, and of each row. Only the ranges and periods are taken from `reply`.
 */
export function expectedOf(reply: ReportReply, records: readonly ReportRecord[], zero: Figures) {
  const of = (span: { start: string; end: string } | null, some = records) => span && sumOf(within(some, span), zero)
  const current = within(records, reply.range)
  const keys = [...new Set(current.map(({ key }) => key))]
  return {
    totals: { current: of(reply.range), previous: of(reply.previous), yearAgo: of(reply.yearAgo) },
    periods: reply.periods.map((period) => of(period)),
    rows: new Map(
      keys.map((key) => {
        const mine = records.filter((one) => one.key === key)
        return [
          key,
          { current: of(reply.range, mine), previous: of(reply.previous, mine), yearAgo: of(reply.yearAgo, mine) },
        ]
      }),
    ),
  }
}
