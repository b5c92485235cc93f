import { useState } from 'react'
import { inventoryApi, type Location } from '#shared/inventory/stock/api.ts'
import { call } from '#web/api/client.ts'
import { LocationDialog } from './location-dialog.tsx'
import { type CreatingPickerProps, Picker, pickerLimit } from '#web/forms/picker.tsx'
import { useCan } from '#web/session/session.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

export type LocationOption = ComboboxOption & { location: Location }

/** Labels a location by name and type, as a factory may have the same name as a warehouse. */
export const locationLabel = ({ name, type }: Pick<Location, 'name' | 'type'>) => `${name} (${type})`

const locationOption = (location: Location): LocationOption => ({
  id: location.id,
  label: locationLabel(location),
  secondary: location.address ?? undefined,
  location,
})

const searchOf =
  (own?: 'true') =>
  async (typed: string, signal: AbortSignal): Promise<LocationOption[]> => {
    const query = { q: typed || undefined, limit: pickerLimit, own }
    const { data } = await call(inventoryApi.listLocations, { query }, { signal, quiet: true })
    return data.map(locationOption)
  }
const search = { all: searchOf(), own: searchOf('true') }

type LocationPickerProps = CreatingPickerProps<LocationOption> & { isOwn?: boolean }

/** Picks a warehouse or factory. */
export function LocationPicker({ creatable = false, isOwn = false, ...props }: LocationPickerProps) {
  const mayCreate = useCan('inventory.edit') && creatable
  const [typed, setTyped] = useState<string>()
  return (
    <>
      <Picker
        placeholder="Search locations…"
        createLabel="Create new location…"
        {...props}
        {...(mayCreate && { onCreate: setTyped })}
        search={isOwn ? search.own : search.all}
      />
      {typed !== undefined && (
        <LocationDialog
          typed={typed}
          onSaved={(location) => props.onChange(locationOption(location))}
          close={() => setTyped(undefined)}
        />
      )}
    </>
  )
}

/** Picks one of the company's own locations, not a customer's: for default locations, purchases and receipts. */
export const OwnLocationPicker = (props: CreatingPickerProps<LocationOption>) => <LocationPicker {...props} isOwn />
