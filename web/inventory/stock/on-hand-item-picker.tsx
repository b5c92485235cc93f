import { type ItemOnHand, transfersApi } from '#shared/inventory/transfers/api.ts'
import { call } from '#web/api/client.ts'
import { useNewProduct } from '#web/inventory/public/new-product.tsx'
import { Picker, pickerLimit, type PickerProps } from '#web/forms/picker.tsx'
import { useSettings } from '#web/session/settings.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

type OnHandItemPickerProps = PickerProps<ComboboxOption> & {
  /** The location that must have stock of the item; without one, nothing is found. */
  location: ComboboxOption | null
  transfer?: string | undefined
}

const kinds = { product: '', raw_material: 'Raw material', kit: 'Kit' } as const

/** Picks an item of any kind that is on hand at a location; options show what is available there, and its cost. */
export function OnHandItemPicker({ location, transfer, ...props }: OnHandItemPickerProps) {
  const { currency } = useSettings()
  async function search(typed: string, signal: AbortSignal): Promise<ComboboxOption[]> {
    if (location === null) return []
    const query = { location: location.id, transfer, q: typed || undefined, limit: pickerLimit }
    const { data } = await call(transfersApi.listStandingItems, { query }, { signal, quiet: true })
    return data.map((item) => onHandOption(item, currency))
  }
  const added = useNewProduct({
    start: { warehouse: location },
    onSaved: ({ id, name }) => props.onChange({ id, label: name }),
  })
  return (
    <>
      <Picker
        placeholder={location === null ? 'Choose the source first' : 'Search stock at the source…'}
        {...props}
        {...added.choice}
        disabled={location === null}
        search={search}
      />
      {added.dialog}
    </>
  )
}

const onHandOption = ({ id, name, sku, kind, available, cost }: ItemOnHand, currency: string): ComboboxOption => ({
  id,
  label: name,
  secondary: [
    sku,
    kinds[kind],
    `${available.toLocaleString()} available`,
    `${currency} ${formatDecimalInput(cost, 2)} cost`,
  ]
    .filter(Boolean)
    .join(' · '),
})
