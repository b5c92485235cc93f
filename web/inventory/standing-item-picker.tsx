import { transfersApi } from '#shared/inventory/transfers-api.ts'
import { call } from '#web/api/client.ts'
import { Picker, pickerLimit, type PickerProps } from '#web/pickers/picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

type StandingItemPickerProps = PickerProps<ComboboxOption> & {
  /** Where it must stand; nothing is found before it is chosen. */
  location: string | undefined
  transfer?: string | undefined
}

const kinds = { product: '', raw_material: 'Raw material', kit: 'Kit' } as const

/** Picks an item of those that stand at a location, whatever its kind; the option tells what is free there. */
export function StandingItemPicker({ location, transfer, ...props }: StandingItemPickerProps) {
  async function search(typed: string, signal: AbortSignal): Promise<ComboboxOption[]> {
    if (location === undefined) return []
    const query = { location, transfer, q: typed || undefined, limit: pickerLimit }
    const { data } = await call(transfersApi.listStandingItems, { query }, { signal, quiet: true })
    return data.map(({ id, name, sku, kind, available }) => ({
      id,
      label: name,
      secondary: [sku, kinds[kind], `${available.toLocaleString()} available`].filter(Boolean).join(' · '),
    }))
  }
  return (
    <Picker
      placeholder={location === undefined ? 'Choose the source first' : 'Search what stands at the source…'}
      {...props}
      disabled={location === undefined}
      search={search}
    />
  )
}
