import { useState } from 'react'
import { type RawMaterialRow, rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { call } from '#web/api/client.ts'
import { RawMaterialDialog } from './raw-material-dialog.tsx'
import { type CreatingPickerProps, Picker, pickerLimit } from '#web/forms/picker.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

export type RawMaterialOption = ComboboxOption & { rawMaterial: RawMaterialRow }

const rawMaterialOption = (rawMaterial: RawMaterialRow, currency: string): RawMaterialOption => ({
  id: rawMaterial.id,
  label: rawMaterial.name,
  secondary: [
    rawMaterial.materialType,
    `${rawMaterial.available.toLocaleString()} available`,
    `${currency} ${formatDecimalInput(rawMaterial.cost, 2)} cost`,
  ].join(' · '),
  rawMaterial,
})

/** Picks a raw material by name; options show availability and cost. */
export function RawMaterialPicker({ creatable = false, ...props }: CreatingPickerProps<RawMaterialOption>) {
  const mayCreate = useCan('rawmaterials.edit') && creatable
  const { currency } = useSettings()
  const [typed, setTyped] = useState<string>()
  async function search(text: string, signal: AbortSignal) {
    const query = { q: text || undefined, limit: pickerLimit }
    const { data } = await call(rawMaterialsApi.listRawMaterials, { query }, { signal, quiet: true })
    return data.map((one) => rawMaterialOption(one, currency))
  }
  return (
    <>
      <Picker
        placeholder="Search raw materials…"
        createLabel="Create new raw material…"
        {...props}
        {...(mayCreate && { onCreate: setTyped })}
        search={search}
      />
      {typed !== undefined && (
        <RawMaterialDialog
          typed={typed}
          onSaved={(rawMaterial) => props.onChange(rawMaterialOption(rawMaterial, currency))}
          close={() => setTyped(undefined)}
        />
      )}
    </>
  )
}
