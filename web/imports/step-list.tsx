import { type Import, type ImportStep, maxShownSteps } from '#shared/imports/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

const columns: Column<ImportStep>[] = [
  { id: 'name', header: 'Name', cell: ({ name, code }) => <TwoLines first={name} second={code} /> },
  {
    id: 'act',
    header: 'What happens',
    cell: ({ isNew }) => <Badge tone={isNew ? 'good' : 'info'}>{isNew ? 'New' : 'Changed'}</Badge>,
    phone: 'corner',
    width: '9rem',
  },
  { id: 'changes', header: 'Changes', cell: ({ changes }) => <Changes changes={changes} />, phone: true },
  { id: 'row', header: 'Row', cell: ({ row }) => row, align: 'end', width: '5rem', phone: true },
]

function Changes({ changes }: Pick<ImportStep, 'changes'>) {
  if (changes.length === 0) return <span className="text-muted">–</span>
  return (
    <ul className="flex flex-col gap-0.5">
      {changes.map(({ column, from, to }) => (
        <li key={column} className="whitespace-normal break-words">
          {column}: <s className="text-muted">{from || 'nothing'}</s> <span aria-hidden>→</span>{' '}
          <span className="sr-only">becomes</span> {to}
        </li>
      ))}
    </ul>
  )
}

/** What the first rows would add or change, row by row. */
export function StepList({ found }: { found: Import }) {
  if (found.steps.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold text-base">Details by row</h2>
      <DataTable
        label="Changes by row"
        columns={columns}
        rows={found.steps}
        rowId={({ row }) => String(row)}
        compact
        footer={
          found.good > found.steps.length && (
            <p className="text-muted text-table">
              The first {Math.min(maxShownSteps, found.steps.length)} of {found.good.toLocaleString('en')} rows.
            </p>
          )
        }
      />
    </section>
  )
}
