import { useCallback } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { isSheetOpen } from './use-filter-sheet.ts'

type Options = { replace?: boolean; preventScrollReset?: boolean }

/**
 * The URL's query parameters and a setter. `change` edits the current URL, not the last rendered one, so that a search
 * and a sort in quick succession both apply. It does nothing once the user navigates to another page, which would call
 * them back.
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
