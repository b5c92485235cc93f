import { type Candidate, exclusionNames, triggerNames } from '#shared/retention/candidates-api.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { formatDay } from '#shared/format-day.ts'
import type { Column } from '#web/ui/table/column.ts'
import { NameCell } from '#web/ui/table/name-cell.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

const none = <span className="text-muted">–</span>
export const days = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'day' : 'days'}`

/** "5 days late", "in 3 days". */
export const lateText = (late: number) =>
  late > 0 ? `${days(late)} late` : late === 0 ? 'due today' : `due in ${days(-late)}`

export const usualText = (items: Candidate['usualItems']) =>
  items.map(({ name, quantity }) => `${quantity.toLocaleString()} × ${name}`).join(', ')

/** Ready, or the first reason for the exclusion. */
function CandidateStatus({ row: { exclusions } }: { row: Pick<Candidate, 'exclusions'> }) {
  const [first, ...more] = exclusions
  if (!first) return <StatusBadge tone="good">Ready</StatusBadge>
  return (
    <StatusBadge tone={first === 'optedOut' ? 'bad' : 'neutral'}>
      {exclusionNames[first]}
      {more.length > 0 && ` +${more.length}`}
    </StatusBadge>
  )
}

export const candidateColumns: Column<Candidate>[] = [
  { id: 'name', header: 'Customer', cell: (row) => <NameCell name={row.name} />, sortable: true, width: '100%' },
  // Where the window is narrow, the end of the items is what is cut.
  { id: 'status', header: 'Status', cell: (row) => <CandidateStatus row={row} />, phone: 'corner' },
  {
    id: 'lastOrderDate',
    header: 'Last order',
    cell: (row) => <TwoLines first={formatDay(row.lastOrderDate)} second={`${days(row.daysSince)} ago`} />,
    sortable: true,
    phone: true,
  },
  {
    id: 'rhythmDays',
    header: 'Usual rhythm',
    exportedAs: ['rhythmDays', 'daysLate'],
    cell: (row) =>
      row.rhythmDays === null || row.daysLate === null ? (
        none
      ) : (
        <TwoLines first={`every ${days(row.rhythmDays)}`} second={lateText(row.daysLate)} />
      ),
    phone: true,
  },
  { id: 'channel', header: 'Type', cell: (row) => row.channel ?? none },
  {
    id: 'usualItems',
    header: 'Usual items',
    cell: (row) => <span className="block max-w-44 truncate">{usualText(row.usualItems) || none}</span>,
    phone: true,
  },
  { id: 'trigger', header: 'Reason', cell: (row) => triggerNames[row.trigger], extra: true },
]
