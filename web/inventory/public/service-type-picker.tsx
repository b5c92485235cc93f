import { type ServiceType, serviceTypesApi } from '#shared/inventory/catalogue/service-types-api.ts'
import { call } from '#web/api/client.ts'
import { Picker, pickerLimit, type PickerProps } from '#web/forms/picker.tsx'
import { useSettings } from '#web/session/settings.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

export type ServiceOption = ComboboxOption & { service: ServiceType }

/** Picks a service type by name; options show its list price. */
export function ServicePicker(props: PickerProps<ServiceOption>) {
  const { currency } = useSettings()
  async function search(typed: string, signal: AbortSignal) {
    const query = { q: typed || undefined, limit: pickerLimit }
    const { data } = await call(serviceTypesApi.listServiceTypes, { query }, { signal, quiet: true })
    return data.map((service) => ({
      id: service.id,
      label: service.name,
      secondary: `${currency} ${formatDecimalInput(service.price, 2)} per ${service.unit}`,
      service,
    }))
  }
  return <Picker placeholder="Search services…" {...props} search={search} />
}
