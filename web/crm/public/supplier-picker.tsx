import { useState } from 'react'
import { crmApi, type Supplier } from '#shared/crm/partners/api.ts'
import { call } from '#web/api/client.ts'
import { SupplierDialog } from './supplier-dialog.tsx'
import { type CreatingPickerProps, Picker, pickerLimit } from '#web/forms/picker.tsx'
import { useCan } from '#web/session/session.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

export type SupplierOption = ComboboxOption & { supplier: Supplier }

const supplierOption = (supplier: Supplier): SupplierOption => ({
  id: supplier.id,
  label: supplier.name,
  secondary: supplier.country ?? undefined,
  supplier,
})

async function search(typed: string, signal: AbortSignal) {
  const query = { q: typed || undefined, limit: pickerLimit }
  const { data } = await call(crmApi.listSuppliers, { query }, { signal, quiet: true })
  return data.map(supplierOption)
}

/** Picks a supplier by name. */
export function SupplierPicker({ creatable = false, ...props }: CreatingPickerProps<SupplierOption>) {
  const mayCreate = useCan('crm.edit') && creatable
  const [typed, setTyped] = useState<string>()
  return (
    <>
      <Picker
        placeholder="Search suppliers…"
        createLabel="Create new supplier…"
        {...props}
        {...(mayCreate && { onCreate: setTyped })}
        search={search}
      />
      {typed !== undefined && (
        <SupplierDialog
          typed={typed}
          onSaved={(supplier) => props.onChange(supplierOption(supplier))}
          close={() => setTyped(undefined)}
        />
      )}
    </>
  )
}
