import { inventoryApi, type RawMaterial } from '#shared/inventory/api.ts'
import { call } from '#web/api/client.ts'
import { Picker, pickerLimit, type PickerProps } from '#web/pickers/picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

export type RawMaterialOption = ComboboxOption & { rawMaterial: RawMaterial }

export const rawMaterialOption = (rawMaterial: RawMaterial): RawMaterialOption => ({
  id: rawMaterial.id,
  label: rawMaterial.name,
  secondary: `${rawMaterial.materialType} · ${rawMaterial.onHand.toLocaleString()} on hand`,
  rawMaterial,
})

async function search(typed: string, signal: AbortSignal) {
  const query = { q: typed || undefined, limit: pickerLimit }
  const { data } = await call(inventoryApi.listRawMaterials, { query }, { signal, quiet: true })
  return data.map(rawMaterialOption)
}

/** Picks a raw material by name. */
export function RawMaterialPicker(props: PickerProps<RawMaterialOption>) {
  return (
    <Picker placeholder="Search raw materials…" createLabel="Create new raw material…" {...props} search={search} />
  )
}
