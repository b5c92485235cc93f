import { useLocation, useNavigate } from 'react-router'

type SheetState = { filterSheet?: string } | null

/** Whether a place in the history is that of an open sheet of filters. */
export const isSheetOpen = (state: unknown) => (state as SheetState)?.filterSheet !== undefined

/**
 * The sheet with the filters of a list on a phone. Open, it is an entry of the history, in which every change of a filter stays: Back
 * closes it and takes back what was chosen in it.
 */
export function useFilterSheet() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const { filterSheet: before, ...others } = (state as SheetState) ?? {}
  return {
    isOpen: before !== undefined,
    open: () => void navigate({ search }, { state: { ...others, filterSheet: search }, preventScrollReset: true }),
    close: () =>
      // Where nothing was chosen, no entry is left behind.
      void (before === search
        ? navigate(-1)
        : navigate({ search }, { replace: true, state: others, preventScrollReset: true })),
  }
}
