import { addressLine } from '#shared/crm/partners/postal-address.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import type { Cart } from './cart.ts'
import { usePortal } from './portal-context.ts'

type ShipToFieldProps = {
  value: string
  entered: NonNullable<Cart['newShipTo']>
  onChange: (part: Pick<Cart, 'shipTo' | 'newShipTo'>) => void
  /** Error of the entered address. */
  error?: string | undefined
}

/** The delivery address of an order: one of the customer's addresses, or a new one. */
export function ShipToField({ value, entered, onChange, error }: ShipToFieldProps) {
  const { query } = usePortal()
  const { data } = useApiQuery(portalOrdersApi.listAddresses, { query }, { untold: true })
  const all = data?.data ?? []
  const usual = all.find((one) => one.isShippingDefault)
  const change = (part: Partial<typeof entered>) => onChange({ newShipTo: { ...entered, ...part } })
  return (
    <>
      <SelectField
        label="Deliver to"
        value={value || (usual?.id ?? 'main')}
        onChange={(event) => onChange({ shipTo: event.target.value })}
      >
        {all.length === 0 && <option value={value === 'new' ? 'main' : value || 'main'}>Your usual address</option>}
        {all.map((one) => (
          <option key={one.id ?? 'main'} value={one.id ?? 'main'}>
            {addressLine(one)}
          </option>
        ))}
        <option value="new">Another address…</option>
      </SelectField>
      {value === 'new' && (
        <fieldset className="flex flex-col gap-4 rounded-lg border border-line p-3">
          <legend className="px-1 text-muted text-xs">Another address</legend>
          <TextField
            label="Name or department"
            maxLength={120}
            autoComplete="organization"
            value={entered.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <TextAreaField
            label="Address"
            required
            rows={3}
            maxLength={500}
            autoComplete="street-address"
            error={error}
            value={entered.address}
            onChange={(event) => change({ address: event.target.value })}
          />
          <TextField
            label="Country"
            maxLength={80}
            autoComplete="country-name"
            value={entered.country}
            onChange={(event) => change({ country: event.target.value })}
          />
        </fieldset>
      )}
    </>
  )
}
