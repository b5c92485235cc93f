import type { ReportDefinition, ReportReply } from '#shared/reports/report.ts'
import { dayLabel } from './public/day-labels.ts'
import type { RangeState } from './public/range-state.ts'
import { Button } from '#web/ui/button.tsx'

type NoRecordsProps = { report: ReportDefinition; reply: ReportReply; state: RangeState }

/** Shows that the range has no data, with the latest date that has some and a button for all time. */
export function NoRecords({ report: { noun }, reply: { latest }, state }: NoRecordsProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-4 py-12 text-center">
      <p className="font-semibold">No chart data for this period</p>
      <p className="max-w-120 text-pretty text-secondary">
        {latest
          ? `There are no ${noun} in this period. The latest is of ${dayLabel(latest)}.`
          : `There are no ${noun} yet.`}
      </p>
      {latest && (
        <Button className="mt-3" onClick={() => state.showPreset('all')}>
          Show all time
        </Button>
      )}
    </div>
  )
}
