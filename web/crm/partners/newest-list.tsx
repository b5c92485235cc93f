import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'

/** Rows shown of each kind. */
export const maxRows = 5

type NewestListProps<Row extends { id: string }> = {
  title: string
  /** The link to the full list. */
  all: { to: string; label: string }
  more?: ReactNode
  columns: readonly Column<Row>[]
  result: {
    data: { data: Row[]; total: number } | undefined
    error: ApiError | null
    isFetching: boolean
    refetch: () => unknown
  }
  pathOf: (id: string) => string
  /** Shown while there are none. */
  empty: { title: string; text: string }
}

/** The newest documents of a customer or supplier, with a link to all. */
export function NewestList<Row extends { id: string }>(props: NewestListProps<Row>) {
  const { title, all, more, columns, result, pathOf, empty } = props
  const { data, error, isFetching, refetch } = result
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-base">{title}</h2>
        <div className="flex gap-2">
          {data && data.total > 0 && (
            <Button asChild size="sm">
              <Link to={all.to}>{all.label}</Link>
            </Button>
          )}
          {more}
        </div>
      </div>
      <DataTable
        label={title}
        columns={columns}
        rows={data?.data}
        rowId={(row) => row.id}
        rowHref={(row) => pathOf(row.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        skeletonRows={3}
        error={
          error && !data ? <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} /> : null
        }
        empty={
          <EmptyState kind="nothing" title={empty.title} className="py-8">
            {empty.text}
          </EmptyState>
        }
      />
    </section>
  )
}
