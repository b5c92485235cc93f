import { Columns2, List, Map as MapIcon } from 'lucide-react'
import { useAddressQuery } from '#web/api/address-query.ts'
import { ViewSwitch } from '#web/ui/view-switch.tsx'

const views = [
  { id: 'list', label: 'List', icon: <List aria-hidden /> },
  { id: 'split', label: 'Split', icon: <Columns2 aria-hidden /> },
  { id: 'map', label: 'Map', icon: <MapIcon aria-hidden /> },
] as const
export type PartnerView = (typeof views)[number]['id']

/** Which view of the same rows is shown, and who of them is chosen: both in the address, beside the filters. */
export function usePartnerView() {
  const [params, change] = useAddressQuery()
  const view = views.find(({ id }) => id === params.get('view'))?.id ?? 'list'
  return {
    view,
    chosen: params.get('chosen') ?? undefined,
    show: (next: PartnerView) => {
      change((address) => {
        address.delete('chosen')
        if (next === 'list') address.delete('view')
        else address.set('view', next)
      })
    },
    /** The address with somebody else chosen. */
    withChosen: (id: string) => {
      const changed = new URLSearchParams(params)
      changed.set('chosen', id)
      return `?${changed}`
    },
  }
}

export function PartnerViewSwitch({ view, show }: Pick<ReturnType<typeof usePartnerView>, 'view' | 'show'>) {
  return <ViewSwitch views={views} value={view} onChange={show} />
}
