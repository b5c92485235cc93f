import { Columns2, List, Map as MapIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { ViewSwitch } from '#web/ui/view-switch.tsx'

const views = [
  { id: 'list', label: 'List', icon: <List aria-hidden /> },
  { id: 'split', label: 'Split', icon: <Columns2 aria-hidden /> },
  { id: 'map', label: 'Map', icon: <MapIcon aria-hidden /> },
] as const
export type PartnerView = (typeof views)[number]['id']

/** Which view of the same rows is shown, and who of them is chosen: both in the address, beside the filters. */
export function usePartnerView() {
  const [params, setParams] = useSearchParams()
  const view = views.find(({ id }) => id === params.get('view'))?.id ?? 'list'
  return {
    view,
    chosen: params.get('chosen') ?? undefined,
    show: (next: PartnerView) => {
      const changed = new URLSearchParams(params)
      changed.delete('chosen')
      if (next === 'list') changed.delete('view')
      else changed.set('view', next)
      setParams(changed, { preventScrollReset: true })
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
