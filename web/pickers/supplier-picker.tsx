import { crmApi, type Supplier } from '#shared/crm/api.ts'
import { call } from '#web/api/client.ts'
import { Picker, pickerLimit, type PickerProps } from '#web/pickers/picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

export type SupplierOption = ComboboxOption & { supplier: Supplier }

export const supplierOption = (supplier: Supplier): SupplierOption => ({
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

/** Picks a supplier by a part of the name. */
export function SupplierPicker(props: PickerProps<SupplierOption>) {
  return <Picker placeholder="Search suppliers…" createLabel="Create new supplier…" {...props} search={search} />
}
