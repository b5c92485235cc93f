import { inventoryApi, type Location } from '#shared/inventory/api.ts'
import { call } from '#web/api/client.ts'
import { Picker, pickerLimit, type PickerProps } from '#web/pickers/picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

export type LocationOption = ComboboxOption & { location: Location }

export const locationOption = (location: Location): LocationOption => ({
  id: location.id,
  label: location.name,
  secondary: location.type,
  location,
})

async function search(typed: string, signal: AbortSignal) {
  const query = { q: typed || undefined, limit: pickerLimit }
  const { data } = await call(inventoryApi.listLocations, { query }, { signal, quiet: true })
  return data.map(locationOption)
}

/** Picks a warehouse or factory. */
export function LocationPicker(props: PickerProps<LocationOption>) {
  return <Picker placeholder="Search locations…" createLabel="Create new location…" {...props} search={search} />
}
