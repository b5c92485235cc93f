import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { call } from '#web/api/client.ts'
import { useNewProduct } from '#web/inventory/public/new-product.tsx'
import { Picker, pickerLimit, type PickerProps } from '#web/forms/picker.tsx'
import { useSettings } from '#web/session/settings.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** The item's cost, for the sum in the kit form. */
export type ItemOption = ComboboxOption & { cost: string | null }

async function search(typed: string, currency: string, signal: AbortSignal): Promise<ItemOption[]> {
  const query = { q: typed || undefined, limit: pickerLimit }
  const quiet = { signal, quiet: true }
  const [products, materials, kits] = await Promise.all([
    call(inventoryApi.listProducts, { query }, quiet),
    call(rawMaterialsApi.listRawMaterials, { query }, quiet),
    call(kitsApi.listKits, { query }, quiet),
  ])
  const options = (
    kind: string,
    rows: readonly { id: string; name: string; sku: string; cost: string | null; available: number }[],
  ) =>
    rows.map(({ id, name, sku, cost, available }) => ({
      id,
      label: name,
      secondary: [
        sku,
        kind,
        `${available.toLocaleString()} available`,
        cost !== null && `${currency} ${formatDecimalInput(cost, 2)} cost`,
      ]
        .filter(Boolean)
        .join(' · '),
      cost,
    }))
  return [...options('', products.data), ...options('Raw material', materials.data), ...options('Kit', kits.data)]
}

type ItemPickerProps = PickerProps<ItemOption> & {
  /** The default location of a product that is added here. */
  location: ComboboxOption | null
}

/** Picks any item (product, raw material or kit); options show availability and cost. */
export function ItemPicker({ location, ...props }: ItemPickerProps) {
  const { currency } = useSettings()
  const added = useNewProduct({
    start: { warehouse: location, quantity: 0 },
    onSaved: ({ id, name, cost }) => props.onChange({ id, label: name, cost }),
  })
  return (
    <>
      <Picker
        placeholder="Search by name or SKU…"
        {...props}
        {...added.choice}
        search={(typed, signal) => search(typed, currency, signal)}
      />
      {added.dialog}
    </>
  )
}
