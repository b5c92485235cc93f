import { Download } from 'lucide-react'
import { type Import, type ImportProblem, maxShownProblems } from '#shared/imports/api.ts'
import { addressOf } from '#web/api/address.ts'
import { useImportKind } from './import-kind.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'

type Row = ImportProblem & { id: string }

const columns: Column<Row>[] = [
  { id: 'row', header: 'Row', cell: ({ row }) => <RowNumber row={row} />, width: '5rem' },
  { id: 'column', header: 'Column', cell: ({ column }) => column || 'The whole row', phone: 'corner' },
  {
    id: 'value',
    header: 'Value',
    cell: ({ value }) => (
      <span className="line-clamp-2 break-all">{value || <span className="text-muted">–</span>}</span>
    ),
    phone: true,
  },
  {
    id: 'message',
    header: 'Problem',
    cell: ({ message }) => <span className="block whitespace-normal">{message}</span>,
    phone: true,
  },
]

function RowNumber({ row }: { row: number }) {
  return (
    <span className="figures">
      <span className="md:sr-only">Row </span>
      {row}
    </span>
  )
}

/** The problems by row, column and value, with a file in which to correct them. */
export function ProblemList({ found }: { found: Import }) {
  const { calls } = useImportKind()
  if (found.bad === 0) return null
  const rows = found.problems.map((problem, at) => ({ ...problem, id: String(at) }))
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="font-semibold text-base">
            {found.bad === 1 ? '1 row has a problem' : `${found.bad.toLocaleString('en')} rows have a problem`}
          </h2>
          <p className="text-muted text-table">
            Nothing of {found.bad === 1 ? 'it' : 'them'} is imported. Fix the rows in the file, then upload it.
          </p>
        </div>
        <Button asChild size="sm">
          <a href={addressOf(calls.downloadImportErrors, { params: { id: found.id } })} download>
            <Download aria-hidden />
            Download {found.bad === 1 ? 'the row' : 'these rows'}
          </a>
        </Button>
      </div>
      <DataTable
        label="Problems"
        columns={columns}
        rows={rows}
        rowId={(problem) => problem.id}
        compact
        footer={
          rows.length >= maxShownProblems && (
            <p className="text-muted text-table">The first {maxShownProblems} problems. The file has all of them.</p>
          )
        }
      />
    </section>
  )
}
