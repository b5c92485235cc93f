import { useCallback } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { isSheetOpen } from './use-filter-sheet.ts'

type Options = { replace?: boolean; preventScrollReset?: boolean }

/**
 * What the address says after its `?`, and how to change it. `change` edits what stands in the address at that moment, not
 * what was last painted: a search that was typed and a sort that was pressed a moment later both stay. Once the user is on
 * the way to another page nothing calls them back.
 */
export function useUrlQuery() {
  const [params, setParams] = useSearchParams()
  const { pathname, state } = useLocation()
  const ahead = useNavigation().location?.pathname
  const change = useCallback(
    (edit: (params: URLSearchParams) => void, options: Options = {}) => {
      const isLeaving = window.location.pathname !== pathname || (ahead !== undefined && ahead !== pathname)
      if (isLeaving) return
      const next = new URLSearchParams(window.location.search)
      edit(next)
      setParams(next, { preventScrollReset: true, ...options, ...(isSheetOpen(state) && { replace: true, state }) })
    },
    [setParams, pathname, state, ahead],
  )
  return [params, change] as const
}
