import { useLocation, useNavigate } from 'react-router'

type SheetState = { filterSheet?: string } | null

/** Whether a history entry belongs to an open filter sheet. */
export const isSheetOpen = (state: unknown) => (state as SheetState)?.filterSheet !== undefined

/**
 * The filter sheet of a list on a phone. An open sheet is a history entry, and all filter changes stay in that entry:
 * Back closes the sheet and undoes them.
 */
export function useFilterSheet() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const { filterSheet: before, ...others } = (state as SheetState) ?? {}
  return {
    isOpen: before !== undefined,
    open: () => void navigate({ search }, { state: { ...others, filterSheet: search }, preventScrollReset: true }),
    close: () =>
      // Without changes, no extra history entry is left behind.
      void (before === search
        ? navigate(-1)
        : navigate({ search }, { replace: true, state: others, preventScrollReset: true })),
  }
}
