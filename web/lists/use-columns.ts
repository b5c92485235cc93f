import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { type ListChoice, listSettingsApi } from '#shared/settings/list-settings-api.ts'
import { ApiError } from '#web/api/api-error.ts'
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
  const settings = useApiQuery(listSettingsApi.getListSettings, {})
  const views = useSavedViews(list)
  const own = settings.data?.data.find((one) => one.list === list)
  const choice = views.choice ?? own
  const [first, ...others] = columns
  const movable = others.filter((column) => !column.hideHeader)
  const usual = movable.filter((column) => !column.extra)
  const chosen = choice ? choice.columns.flatMap((id) => movable.find((column) => column.id === id) ?? []) : usual

  async function keep(next: ListChoice | null) {
    if (views.active) {
      views.setChoice(next)
      return
    }
    const before = client.getQueryData(listSettingsQuery.queryKey)
    const rest = (before?.data ?? []).filter((one) => one.list !== list)
    client.setQueryData(listSettingsQuery.queryKey, { data: next ? [...rest, { list, ...next }] : rest })
    try {
      const params = { list }
      if (next) await call(listSettingsApi.putListSettings, { params, body: next })
      else await call(listSettingsApi.forgetListSettings, { params })
    } catch (error) {
      client.setQueryData(listSettingsQuery.queryKey, before)
      if (error instanceof ApiError) showError(error)
      else throw error
    }
  }
  const compact = choice?.compact ?? false
  return {
    /** False until it is known: until then the table shows its skeleton, so that no column jumps. */
    isReady: views.isReady && (settings.data !== undefined || settings.error !== null),
    columns: [...(first ? [first] : []), ...chosen, ...others.filter((column) => column.hideHeader)],
    compact,
    /** For the dialog that asks: every column that can be shown, and those that are, in their order. */
    all: movable.map(({ id, header }) => ({ id, label: header })),
    shown: chosen.map(({ id }) => id),
    isOwn: choice !== undefined,
    /** Stands beside the button of the columns. */
    savedViews: createElement(ViewMenu, {
      views,
      choice: choice ? { columns: chosen.map(({ id }) => id), compact } : null,
    }),
    show: (ids: readonly string[]) => void keep({ columns: [...ids], compact }),
    setCompact: (on: boolean) => void keep({ columns: chosen.map(({ id }) => id), compact: on }),
    reset: () => void keep(null),
  }
}
