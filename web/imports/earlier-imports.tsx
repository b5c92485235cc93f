import { useMemo } from 'react'
import { Link } from 'react-router'
import type { Import, ImportState } from '#shared/imports/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { importPath, type ImportKindView, useImportKind } from './import-kind.tsx'
import { isWorking } from './is-working.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const states: Record<ImportState, { word: string; tone: Tone }> = {
  uploaded: { word: 'Uploaded', tone: 'neutral' },
  checking: { word: 'Checking', tone: 'info' },
  checked: { word: 'Checked', tone: 'neutral' },
  running: { word: 'Importing', tone: 'info' },
  done: { word: 'Done', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
}

function State({ found }: { found: Import }) {
  if (found.interrupted) return <StatusBadge tone="warn">Interrupted</StatusBadge>
  const { word, tone } = states[found.state]
  return <StatusBadge tone={tone}>{word}</StatusBadge>
}

const number = (value: number) => value.toLocaleString('en')
const columnsOf = ({ taken, takenLabel }: ImportKindView): Column<Import>[] => [
  { id: 'file', header: 'File', cell: ({ fileName }) => fileName },
  { id: 'state', header: 'State', cell: (found) => <State found={found} />, phone: 'corner' },
  { id: 'rows', header: 'Rows', cell: ({ rows }) => number(rows), align: 'end', phone: true },
  { id: 'added', header: takenLabel, cell: ({ added }) => number(taken(added)), align: 'end', phone: true },
  { id: 'bad', header: 'Refused', cell: ({ bad }) => number(bad), align: 'end', phone: true },
  { id: 'by', header: 'By', cell: ({ createdBy }) => createdBy, phone: true },
  { id: 'at', header: 'Uploaded', cell: ({ createdAt }) => <RelativeTime at={createdAt} />, phone: true },
]

/** The earlier imports, newest first; each opens at its current step. */
export function EarlierImports() {
  const kind = useImportKind()
  const columns = useMemo(() => columnsOf(kind), [kind])
  const { data, error, refetch, isFetching } = useApiQuery(kind.calls.listImports, {}, { untold: true })
  useApiQuery(kind.calls.listImports, {}, { every: data?.data.some(isWorking) ? 2000 : false })
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold text-base">Earlier imports</h2>
      <DataTable
        label="Earlier imports"
        columns={columns}
        rows={data?.data}
        rowId={(found) => found.id}
        rowHref={(found) => importPath(kind, found.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        skeletonRows={3}
        error={error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
        empty={<EmptyState kind="nothing" title="No imports yet" />}
      />
    </section>
  )
}
