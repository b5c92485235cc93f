import { lotsApi } from '#shared/inventory/lots/api.ts'
import { call } from '#web/api/client.ts'
import { Picker, pickerLimit, type PickerProps } from '#web/forms/picker.tsx'
import { formatDay } from '#shared/format-day.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

async function search(typed: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const query = { q: typed || undefined, stock: 'all', limit: pickerLimit } as const
  const { data } = await call(lotsApi.listLots, { query }, { signal, quiet: true })
  return data.map(lotOption)
}

type Named = { id: string; lotNumber: string; product: { name: string }; expiryDate: string | null; onHand: number }

export const lotOption = ({ id, lotNumber, product, expiryDate, onHand }: Named): ComboboxOption => ({
  id,
  label: `${lotNumber}, ${product.name}`,
  secondary: [expiryDate && `expires ${formatDay(expiryDate)}`, `${onHand.toLocaleString()} on hand`]
    .filter(Boolean)
    .join(' · '),
})

/** Picks a lot by its number or product, including used-up lots. */
export function LotPicker(props: PickerProps<ComboboxOption>) {
  return <Picker placeholder="Search by lot number or product…" {...props} search={search} />
}
