import { useState } from 'react'
import { type RawMaterialRow, rawMaterialsApi } from '#shared/inventory/raw-materials-api.ts'
import { call } from '#web/api/client.ts'
import { RawMaterialDialog } from '#web/pickers/raw-material-dialog.tsx'
import { type CreatingPickerProps, Picker, pickerLimit } from '#web/pickers/picker.tsx'
import { useCan } from '#web/session/session.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

export type RawMaterialOption = ComboboxOption & { rawMaterial: RawMaterialRow }

export const rawMaterialOption = (rawMaterial: RawMaterialRow): RawMaterialOption => ({
  id: rawMaterial.id,
  label: rawMaterial.name,
  secondary: `${rawMaterial.materialType} · ${rawMaterial.onHand.toLocaleString()} on hand`,
  rawMaterial,
})

async function search(typed: string, signal: AbortSignal) {
  const query = { q: typed || undefined, limit: pickerLimit }
  const { data } = await call(rawMaterialsApi.listRawMaterials, { query }, { signal, quiet: true })
  return data.map(rawMaterialOption)
}

/** Picks a raw material by name. */
export function RawMaterialPicker({ creatable = false, ...props }: CreatingPickerProps<RawMaterialOption>) {
  const mayCreate = useCan('rawmaterials.edit') && creatable
  const [typed, setTyped] = useState<string>()
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
          onSaved={(rawMaterial) => props.onChange(rawMaterialOption(rawMaterial))}
          close={() => setTyped(undefined)}
        />
      )}
    </>
  )
}
