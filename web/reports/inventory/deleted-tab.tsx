import { Link } from 'react-router'
import { withinDays } from '#shared/reports/deleted-api.ts'
import { deletedKinds } from '#shared/reports/deleted-kinds.ts'
import { inventoryReportsApi } from '#shared/reports/inventory-api.ts'
import { BarRow } from '#web/reports/public/bar-row.tsx'
import type { RangeState } from '#web/reports/public/range-state.ts'
import { RowSkeletons } from '#web/reports/public/row-skeletons.tsx'
import { ReportPart } from '../report-frame.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** The number of deleted records in the range, by kind; the linked list restores them. */
export function DeletedTab({ state }: { state: RangeState }) {
  const answer = useApiQuery(
    inventoryReportsApi.deletedCounts,
    { query: state.query },
    { keepPrevious: true, untold: true },
  )
  const counts = answer.data?.data
  const maxCount = counts?.[0]?.count ?? 1
  // The list only knows these presets; for other ranges it shows all.
  const within = withinDays.find((days) => days === state.preset)
  const more = within ? `&within=${within}` : ''
  return (
    <ReportPart answer={answer}>
      <Card
        title="Deleted records"
        help="Restore them, or delete them permanently, in the list"
        action={
          <Button asChild size="sm">
            <Link to={paths.deletedItems}>Open deleted items</Link>
          </Button>
        }
      >
        {!counts && <RowSkeletons rows={5} />}
        {counts?.length === 0 && (
          <p className="py-12 text-center text-secondary">Nothing was deleted in this period.</p>
        )}
        <ul className="-mx-2">
          {counts?.map(({ kind, count }) => (
            <BarRow
              key={kind}
              to={`${paths.deletedItems}?kind=${kind}${more}`}
              label={deletedKinds[kind].label}
              value={count.toLocaleString()}
              share={count / maxCount}
            />
          ))}
        </ul>
      </Card>
    </ReportPart>
  )
}
