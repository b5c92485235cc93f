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
 * How the user likes a list: which columns in which order, and how dense. Saved with the account; shown immediately, reverted
 * where it could not be saved. The first column stays first, and a column of buttons stays last. While a saved view is looked
 * at, its columns stand instead, and changing them is a change of the view.
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

  // One after another, so that the last choice is the one that is kept.
  const save = useMutation<unknown, ApiError, ListChoice | null>({
    scope: { id: 'list-settings' },
    mutationFn: (next) => {
      const params = { list }
      if (next) return call(listSettingsApi.putListSettings, { params, body: next })
      return call(listSettingsApi.forgetListSettings, { params })
    },
    onMutate: async (next) => {
      const { queryKey } = listSettingsQuery
      // An answer under way is older than this choice.
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
  /** As it is when it is changed: a second change may come before the first is drawn. */
  const now = () =>
    views.choice ?? client.getQueryData(listSettingsQuery.queryKey)?.data.find((one) => one.list === list)
  const compact = choice?.compact ?? false
  return {
    /** False until it is known: until then the table shows its skeleton, so that no column jumps. */
    isReady: views.isReady && (settings.data !== undefined || settings.error !== null),
    columns: [...(first ? [first] : []), ...chosen, ...others.filter((column) => column.hideHeader)],
    compact,
    /** For the dialog that asks: every column that can be shown, and those that are, in their order. */
    all: movable.map(({ id, header }) => ({ id, label: header })),
    shown: idsOf(choice),
    isOwn: choice !== undefined,
    /** Stands beside the button of the columns. */
    savedViews: createElement(ViewMenu, {
      views,
      choice: choice ? { columns: idsOf(choice), compact } : null,
    }),
    show: (ids: readonly string[]) => keep({ columns: [...ids], compact: now()?.compact ?? false }),
    setCompact: (on: boolean) => keep({ columns: idsOf(now()), compact: on }),
    reset: () => keep(null),
  }
}
