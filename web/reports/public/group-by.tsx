import { type DateSpan, type Grouping, groupings, mayGroup } from '#shared/reports/date-range.ts'
import { groupingNames } from './day-labels.ts'
import type { RangeState } from './range-state.ts'
import { Select } from '#web/ui/input.tsx'

type GroupByProps = { range: (DateSpan & { groupBy: Grouping }) | undefined; state: RangeState }

/** The grouping by period; groupings with too many periods are disabled. */
export function GroupBy({ range, state }: GroupByProps) {
  return (
    <Select
      aria-label="Group by"
      className="w-auto print:hidden"
      disabled={!range}
      value={range?.groupBy ?? state.query.groupBy ?? 'day'}
      onChange={(event) => state.groupBy(event.target.value as Grouping)}
    >
      {groupings.map((grouping) => (
        <option key={grouping} value={grouping} disabled={range && !mayGroup(range, grouping)}>
          {groupingNames[grouping]}
        </option>
      ))}
    </Select>
  )
}
