import { addressLine } from '#shared/crm/partners/postal-address.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { SelectField } from '#web/ui/field.tsx'
import { usePortal } from './portal-context.ts'

/** Where an order goes, for customers with more than one address. */
export function ShipToField({ value, onChange }: { value: string; onChange: (key: string) => void }) {
  const { query } = usePortal()
  const { data } = useApiQuery(portalOrdersApi.listAddresses, { query }, { untold: true })
  const all = data?.data ?? []
  if (all.length < 2) return null
  const usual = all.find((one) => one.isShippingDefault)
  return (
    <SelectField
      label="Deliver to"
      value={value || (usual?.id ?? 'main')}
      onChange={(event) => onChange(event.target.value)}
    >
      {all.map((one) => (
        <option key={one.id ?? 'main'} value={one.id ?? 'main'}>
          {addressLine(one)}
        </option>
      ))}
    </SelectField>
  )
}
