import { Columns2, List, Map as MapIcon, SquareKanban } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUrlQuery } from './use-url-query.ts'
import { ViewSwitch } from '#web/ui/table/view-switch.tsx'

const known: Record<'list' | 'split' | 'board' | 'map', { label: string; icon: ReactNode }> = {
  list: { label: 'List', icon: <List aria-hidden /> },
  split: { label: 'Split', icon: <Columns2 aria-hidden /> },
  board: { label: 'Board', icon: <SquareKanban aria-hidden /> },
  map: { label: 'Map', icon: <MapIcon aria-hidden /> },
}
export type ListLayoutName = keyof typeof known

/**
 * The layout of a list (list, split, board or map) and its selected row, both in the URL beside the filters. The URL
 * omits the first layout.
 */
export function useListLayout<const View extends ListLayoutName>(views: readonly [View, ...View[]]) {
  const [params, change] = useUrlQuery()
  const view = views.find((one) => one === params.get('view')) ?? views[0]
  const show = (next: View) =>
    change((address) => {
      address.delete('chosen')
      if (next === views[0]) address.delete('view')
      else address.set('view', next)
    })
  const shown = views.map((id) => ({ id, label: known[id].label, icon: known[id].icon }))
  return {
    view,
    viewSwitch: <ViewSwitch views={shown} value={view} onChange={show} />,
    chosen: params.get('chosen') ?? undefined,
    /** The URL with another row selected. */
    withChosen: (id: string) => {
      const changed = new URLSearchParams(params)
      changed.set('chosen', id)
      return `?${changed}`
    },
  }
}
