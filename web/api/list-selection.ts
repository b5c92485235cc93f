import { useState } from 'react'
import { largestLimit, type Page } from '#shared/http/paging.ts'
import type { Call, Reply, Route } from '#shared/http/route.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { BulkRow } from '#web/api/bulk.ts'
import { call } from '#web/api/client.ts'
import type { ListSpec } from '#web/api/list-state.ts'
import { tellError } from '#web/api/toasts.ts'

/** More rows nobody should change by one press. */
export const mostSelected = 2000

/** The rows that are ticked in a list, also those of other pages; another search or filter lets them go. */
export function useListSelection<S extends ListSpec, Row extends { id: string; name: string }>(
  route: Route<S>,
  query: Call<S>['query'],
  shown: readonly Row[] | undefined,
) {
  const { limit: _, cursor: __, sort: ___, ...filter } = query as Record<string, unknown>
  const key = JSON.stringify(filter)
  const [selection, setSelection] = useState<{ key: string; rows: ReadonlyMap<string, BulkRow> }>()
  const [isLoading, setLoading] = useState(false)
  const rows = selection?.key === key ? selection.rows : new Map<string, BulkRow>()
  const select = (next: ReadonlyMap<string, BulkRow>) => setSelection({ key, rows: next })

  async function selectAll() {
    setLoading(true)
    try {
      const all = new Map<string, BulkRow>()
      let cursor: string | null = null
      do {
        const asked = { query: { ...filter, limit: largestLimit, ...(cursor && { cursor }) } } as unknown as Call<S>
        const page: Page<Row> = (await call(route, asked)) as Reply<S> & Page<Row>
        for (const { id, name } of page.data) all.set(id, { id, name })
        cursor = page.nextCursor
      } while (cursor && all.size < mostSelected)
      select(all)
    } catch (error) {
      if (error instanceof ApiError) tellError(error)
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
      const known = new Map<string, BulkRow>([
        ...(shown ?? []).map(({ id, name }) => [id, { id, name }] as const),
        ...rows,
      ])
      select(new Map([...ids].flatMap((id) => (known.has(id) ? [[id, known.get(id) as BulkRow]] : []))))
    },
    selectAll: () => void selectAll(),
    isLoading,
    clear: () => setSelection(undefined),
  }
}
