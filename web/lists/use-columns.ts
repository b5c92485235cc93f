import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { type ListChoice, listSettingsApi } from '#shared/settings/list-settings-api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { useSavedViews } from './use-saved-views.ts'
import { apiQuery, useApiQuery } from '#web/api/query.ts'
import { showError } from '#web/api/toasts.ts'
import { ViewMenu } from './view-menu.tsx'
import type { Column } from '#web/ui/table/column.ts'

const listSettingsQuery = apiQuery(listSettingsApi.getListSettings, {})

/**
 * The user's columns, their order and the row density of a list. Stored with the account, as an optimistic update that is
 * rolled back if saving fails. The first column stays first and a column of buttons last. With a saved view open, the
 * view's columns apply, and changes are changes to the view.
 */
export function useColumns<Row>(list: string, columns: readonly Column<Row>[]) {
  const client = useQueryClient()
  const settings = useApiQuery(listSettingsApi.getListSettings, {}, { aside: 'your columns' })
  const views = useSavedViews(list)
  const own = settings.data?.data.find((one) => one.list === list)
  const choice = views.choice ?? own
  const [first, ...others] = columns
  const movable = others.filter((column) => !column.hideHeader)
  const usual = movable.filter((column) => !column.extra)
  const columnsOf = (one: ListChoice | null | undefined) =>
    one ? one.columns.flatMap((id) => movable.find((column) => column.id === id) ?? []) : usual
  const idsOf = (one: ListChoice | null | undefined) => columnsOf(one).map(({ id }) => id)
  const chosen = columnsOf(choice)

  // One `scope`, so that saves run one after another and the last choice wins.
  const save = useMutation<unknown, ApiError, ListChoice | null>({
    scope: { id: 'list-settings' },
    mutationFn: (next) => {
      const params = { list }
      if (next) return call(listSettingsApi.putListSettings, { params, body: next })
      return call(listSettingsApi.forgetListSettings, { params })
    },
    onMutate: async (next) => {
      const { queryKey } = listSettingsQuery
      // A reply under way is older than this choice.
      const cancelled = client.cancelQueries({ queryKey })
      const rest = (client.getQueryData(queryKey)?.data ?? []).filter((one) => one.list !== list)
      client.setQueryData(queryKey, { data: next ? [...rest, { list, ...next }] : rest })
      await cancelled
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: listSettingsQuery.queryKey })
      showError(error)
    },
  })
  const keep = (next: ListChoice | null) => (views.active ? views.setChoice(next) : save.mutate(next))
  /** Reads the cache, not the last render: a second change may come before the first is rendered. */
  const now = () =>
    views.choice ?? client.getQueryData(listSettingsQuery.queryKey)?.data.find((one) => one.list === list)
  const compact = choice?.compact ?? false
  return {
    /** False while loading; the table shows its skeleton until then, so that no column jumps. */
    isReady: views.isReady && (settings.data !== undefined || settings.error !== null),
    columns: [...(first ? [first] : []), ...chosen, ...others.filter((column) => column.hideHeader)],
    compact,
    /** For the columns dialog: all columns that can be shown, and the shown ones in order. */
    all: movable.map(({ id, header }) => ({ id, label: header })),
    shown: idsOf(choice),
    isOwn: choice !== undefined,
    /** Menu beside the columns button. */
    savedViews: createElement(ViewMenu, {
      views,
      choice: choice ? { columns: idsOf(choice), compact } : null,
    }),
    show: (ids: readonly string[]) => keep({ columns: [...ids], compact: now()?.compact ?? false }),
    setCompact: (on: boolean) => keep({ columns: idsOf(now()), compact: on }),
    reset: () => keep(null),
  }
}
