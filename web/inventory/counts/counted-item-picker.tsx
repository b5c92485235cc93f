import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { wordRank } from '#shared/search-words.ts'
import { call } from '#web/api/client.ts'
import { Picker, type PickerProps, pickerLimit } from '#web/forms/picker.tsx'
import { useCan } from '#web/session/session.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

export type CountedItem = ComboboxOption & { lotControlled: boolean }

/** Picks an item that can be counted: a product, a kit or, with the right to see them, a raw material. */
export function CountedItemPicker(props: PickerProps<CountedItem>) {
  const maySeeMaterials = useCan('rawmaterials.view')
  async function search(typed: string, signal: AbortSignal): Promise<CountedItem[]> {
    const query = { q: typed || undefined, limit: pickerLimit }
    const quietly = { signal, quiet: true } as const
    const [products, materials] = await Promise.all([
      call(inventoryApi.listProducts, { query: { ...query, kits: 'true' } }, quietly),
      maySeeMaterials ? call(rawMaterialsApi.listRawMaterials, { query }, quietly) : { data: [] },
    ])
    const found = [
      ...products.data.map(({ id, name, sku, lotControlled }) => ({ id, label: name, secondary: sku, lotControlled })),
      ...materials.data.map(({ id, name, materialType, lotControlled }) => ({
        id,
        label: name,
        secondary: materialType,
        lotControlled,
      })),
    ]
    const rank = ({ label, secondary }: (typeof found)[number]) => wordRank(typed, `${label} ${secondary}`)
    return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, pickerLimit)
  }
  return <Picker placeholder="Name, SKU or barcode…" {...props} search={search} />
}
