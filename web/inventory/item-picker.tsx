import { inventoryApi } from '#shared/inventory/api.ts'
import { kitsApi } from '#shared/inventory/kits-api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials-api.ts'
import { call } from '#web/api/client.ts'
import { Picker, pickerLimit, type PickerProps } from '#web/pickers/picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

/** With what the form of a kit adds up: the item's cost. */
export type ItemOption = ComboboxOption & { cost: string | null }

async function search(typed: string, signal: AbortSignal): Promise<ItemOption[]> {
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
      secondary: [sku, kind, `${available.toLocaleString()} available`].filter(Boolean).join(' · '),
      cost,
    }))
  return [...options('', products.data), ...options('Raw material', materials.data), ...options('Kit', kits.data)]
}

/** Picks any item: a product, a raw material or a kit. */
export function ItemPicker(props: PickerProps<ItemOption>) {
  return <Picker placeholder="Search by name or SKU…" {...props} search={search} />
}
