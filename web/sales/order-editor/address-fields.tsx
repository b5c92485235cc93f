import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { addressKindNames } from '#shared/crm/partners/address-kinds.ts'
import { type OfferedAddress, postalAddressesApi } from '#shared/crm/partners/postal-addresses-api.ts'
import { addressLine } from '#shared/crm/partners/postal-address.ts'
import { useApiQuery } from '#web/api/query.ts'
import { AddressDialog } from '#web/crm/public/address-dialog.tsx'
import { sentence } from '#web/forms/field-errors.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { mainAddress, type OrderValues } from './order-values.ts'

const sides = {
  shipTo: { label: 'Ship to', kind: 'shipping', isDefault: (one: OfferedAddress) => one.isShippingDefault },
  billTo: { label: 'Bill to', kind: 'billing', isDefault: (one: OfferedAddress) => one.isBillingDefault },
} as const
type Side = keyof typeof sides

/** Where the goods and the invoice go: of the customer's addresses, the usual ones until others are chosen. */
export function AddressFields() {
  const { control } = useFormContext<OrderValues>()
  const customer = useWatch({ control, name: 'customer' })
  const id = customer?.id ?? ''
  const { data, error } = useApiQuery(
    postalAddressesApi.listPostalAddresses,
    { params: { id } },
    { enabled: id !== '' },
  )
  if (!customer) return null
  if (error)
    return <p className="text-bad text-table">The customer’s addresses could not be loaded. The usual ones are used.</p>
  return (
    <div className="mt-4 grid items-start gap-4 md:grid-cols-2">
      <AddressField side="shipTo" customerId={id} addresses={data?.data} />
      <AddressField side="billTo" customerId={id} addresses={data?.data} />
    </div>
  )
}

const keyOf = ({ id }: OfferedAddress) => id ?? mainAddress
const nameOf = (address: OfferedAddress) =>
  `${address.name ?? (address.kind ? addressKindNames[address.kind] : 'Main')}: ${addressLine({ ...address, name: null })}`

type AddressFieldProps = { side: Side; customerId: string; addresses: readonly OfferedAddress[] | undefined }

function AddressField({ side, customerId, addresses }: AddressFieldProps) {
  const { control, setValue, formState } = useFormContext<OrderValues>()
  const chosen = useWatch({ control, name: side })
  const mayAdd = useCan('crm.edit')
  const [isAdding, setAdding] = useState(false)
  const { label, kind, isDefault } = sides[side]
  const usual = addresses?.find(isDefault)
  const value = chosen || (usual ? keyOf(usual) : mainAddress)
  const choose = (key: string) => setValue(side, key, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return (
    <div className="flex min-w-0 items-end gap-2">
      <SelectField
        label={label}
        className="min-w-0 flex-1"
        value={value}
        onChange={(event) => choose(event.target.value)}
        error={sentence(label, formState.errors[side]?.message)}
      >
        {!addresses && <option value={value}>Loading…</option>}
        {addresses?.map((address) => (
          <option key={keyOf(address)} value={keyOf(address)}>
            {nameOf(address)}
          </option>
        ))}
      </SelectField>
      {mayAdd && (
        <Button className="shrink-0" aria-label={`New address, ${label.toLowerCase()}`} onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          New
        </Button>
      )}
      {isAdding && (
        <AddressDialog
          kind="accounts"
          ownerId={customerId}
          use={kind}
          copies={[]}
          onSaved={({ id }) => choose(id)}
          close={() => setAdding(false)}
        />
      )}
    </div>
  )
}
