import { Columns2, List, SquareKanban } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { ViewSwitch } from '#web/ui/view-switch.tsx'

const views = [
  { id: 'list', label: 'List', icon: <List aria-hidden /> },
  { id: 'split', label: 'Split', icon: <Columns2 aria-hidden /> },
  { id: 'board', label: 'Board', icon: <SquareKanban aria-hidden /> },
] as const
export type OrderView = (typeof views)[number]['id']

/** Which view of the same orders is shown, and which of them is chosen: both in the address, beside the filters. */
export function useOrderView() {
  const [params, setParams] = useSearchParams()
  const view = views.find(({ id }) => id === params.get('view'))?.id ?? 'list'
  return {
    view,
    chosen: params.get('chosen') ?? undefined,
    show: (next: OrderView) => {
      const changed = new URLSearchParams(params)
      changed.delete('chosen')
      if (next === 'list') changed.delete('view')
      else changed.set('view', next)
      setParams(changed, { preventScrollReset: true })
    },
    /** The address with another one chosen. */
    withChosen: (id: string) => {
      const changed = new URLSearchParams(params)
      changed.set('chosen', id)
      return `?${changed}`
    },
  }
}

export function OrderViewSwitch({ view, show }: Pick<ReturnType<typeof useOrderView>, 'view' | 'show'>) {
  return <ViewSwitch views={views} value={view} onChange={show} />
}
