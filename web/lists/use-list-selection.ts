import { useState } from 'react'
import { maxLimit, type Page } from '#shared/http/paging.ts'
import type { Call, Route } from '#shared/http/route.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { BulkRow } from './use-bulk-action.ts'
import { call } from '#web/api/client.ts'
import type { ListSpec } from './list-query.ts'
import { showError } from '#web/api/toasts.ts'

/** Limit on the rows that one bulk action may change. */
export const maxSelected = 2000

/** The selected rows of a list, across pages; cleared when the search or a filter changes. */
export function useListSelection<Row extends { id: string }>(
  route: Route<ListSpec>,
  query: Readonly<Record<string, unknown>>,
  shown: readonly Row[] | undefined,
  nameOf: (row: Row) => string,
) {
  const { limit: _, cursor: __, sort: ___, ...filter } = query
  const key = JSON.stringify(filter)
  const [selection, setSelection] = useState<{ key: string; rows: ReadonlyMap<string, BulkRow<Row>> }>()
  const [isLoading, setLoading] = useState(false)
  const rows = selection?.key === key ? selection.rows : new Map<string, BulkRow<Row>>()
  const entryOf = (record: Row) => [record.id, { id: record.id, name: nameOf(record), record }] as const
  const select = (next: ReadonlyMap<string, BulkRow<Row>>) => setSelection({ key, rows: next })

  async function selectAll() {
    setLoading(true)
    try {
      const all = new Map<string, BulkRow<Row>>()
      let cursor: string | null = null
      do {
        const pageInput = {
          query: { ...filter, limit: maxLimit, ...(cursor && { cursor }) },
        } as unknown as Call<ListSpec>
        const page: Page<Row> = (await call(route, pageInput)) as unknown as Page<Row>
        for (const record of page.data) all.set(...entryOf(record))
        cursor = page.nextCursor
      } while (cursor && all.size < maxSelected)
      select(all)
    } catch (error) {
      if (error instanceof ApiError) showError(error)
      else throw error
    } finally {
      setLoading(false)
    }
  }
  return {
    rows: [...rows.values()],
    /** For DataTable. */
    selected: new Set(rows.keys()) as ReadonlySet<string>,
    onSelectedChange: (ids: ReadonlySet<string>) => {
      const known = new Map<string, BulkRow<Row>>([...rows, ...(shown ?? []).map(entryOf)])
      select(new Map([...ids].flatMap((id) => (known.has(id) ? [[id, known.get(id) as BulkRow<Row>]] : []))))
    },
    selectAll: () => void selectAll(),
    isLoading,
    clear: () => setSelection(undefined),
  }
}
