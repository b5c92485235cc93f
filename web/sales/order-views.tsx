import { Columns2, List, SquareKanban } from 'lucide-react'
import { useAddressQuery } from '#web/api/address-query.ts'
import { ViewSwitch } from '#web/ui/view-switch.tsx'

const views = [
  { id: 'list', label: 'List', icon: <List aria-hidden /> },
  { id: 'split', label: 'Split', icon: <Columns2 aria-hidden /> },
  { id: 'board', label: 'Board', icon: <SquareKanban aria-hidden /> },
] as const
export type OrderView = (typeof views)[number]['id']

/** Which view of the same orders is shown, and which of them is chosen: both in the address, beside the filters. */
export function useOrderView() {
  const [params, change] = useAddressQuery()
  const view = views.find(({ id }) => id === params.get('view'))?.id ?? 'list'
  return {
    view,
    chosen: params.get('chosen') ?? undefined,
    show: (next: OrderView) => {
      change((address) => {
        address.delete('chosen')
        if (next === 'list') address.delete('view')
        else address.set('view', next)
      })
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
