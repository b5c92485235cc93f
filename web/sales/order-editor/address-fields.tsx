import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { addressKindNames } from '#shared/crm/partners/address-kinds.ts'
import { type OfferedAddress, postalAddressesApi } from '#shared/crm/partners/postal-addresses-api.ts'
import { addressLine } from '#shared/crm/partners/postal-address.ts'
import { useApiQuery } from '#web/api/query.ts'
import { AddressDialog } from '#web/crm/public/address-dialog.tsx'
import { FormLoadedSelectField } from '#web/forms/form-value-fields.tsx'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { isRefused } from '#web/ui/error-state.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'
import { enteredAddress, mainAddress, type OrderValues } from './order-values.ts'

const sides = {
  shipTo: { label: 'Ship to', kind: 'shipping', isDefault: (one: OfferedAddress) => one.isShippingDefault },
  billTo: { label: 'Bill to', kind: 'billing', isDefault: (one: OfferedAddress) => one.isBillingDefault },
} as const
type Side = keyof typeof sides

/** The addresses of the form's customer; empty without a customer. */
function useAddresses() {
  const { control } = useFormContext<OrderValues>()
  const customer = useWatch({ control, name: 'customer' })
  const id = customer?.id ?? ''
  const query = useApiQuery(postalAddressesApi.listPostalAddresses, { params: { id } }, { enabled: id !== '' })
  return { customer, addresses: customer ? query.data?.data : undefined, query }
}

/** Ship to and bill to: addresses of the customer, the default ones unless others are chosen. */
export function AddressFields() {
  const { customer, addresses, query } = useAddresses()
  const { control } = useFormContext<OrderValues>()
  const isChosen = useWatch({ control, name: ['shipTo', 'billTo'] }).some(Boolean)
  if (!customer) return null
  if (query.error && !addresses)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 text-bad text-table">
        The customer’s addresses could not be loaded. {isChosen ? 'The chosen ones' : 'The usual ones'} are used.
        {!isRefused(query.error) && (
          <Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        )}
      </p>
    )
  return (
    <FieldRow min="18rem">
      <AddressField side="shipTo" customerId={customer.id} addresses={addresses} />
      <AddressField side="billTo" customerId={customer.id} addresses={addresses} />
    </FieldRow>
  )
}

/** The chosen shipping address. */
export function ChosenShipTo() {
  const { control } = useFormContext<OrderValues>()
  const chosen = useWatch({ control, name: 'shipTo' })
  const entered = useWatch({ control, name: 'enteredShipTo' })
  const { addresses } = useAddresses()
  if (chosen === enteredAddress) return entered
  const address = addresses?.find((one) => (chosen ? keyOf(one) === chosen : one.isShippingDefault))
  return address && addressLine(address)
}

const keyOf = ({ id }: OfferedAddress) => id ?? mainAddress
const nameOf = (address: OfferedAddress) =>
  `${address.name ?? (address.kind ? addressKindNames[address.kind] : 'Main')}: ${addressLine({ ...address, name: null })}`

type AddressFieldProps = { side: Side; customerId: string; addresses: readonly OfferedAddress[] | undefined }

function AddressField({ side, customerId, addresses }: AddressFieldProps) {
  const { control, setValue } = useFormContext<OrderValues>()
  const [chosen, entered] = useWatch({ control, name: [side, 'enteredShipTo'] })
  const mayAdd = useCan('crm.edit')
  const [isAdding, setAdding] = useState(false)
  const { label, kind, isDefault } = sides[side]
  const usual = addresses?.find(isDefault)
  const standard = usual ? keyOf(usual) : mainAddress
  const value = chosen || standard
  return (
    <div className="flex min-w-0 items-end gap-2">
      <FormLoadedSelectField control={control} name={side} label={label} className="min-w-0 flex-1" standard={standard}>
        {side === 'shipTo' && entered && (
          <option value={enteredAddress}>{`Not in the address book: ${entered}`}</option>
        )}
        {!addresses && value !== enteredAddress && <option value={value}>Loading…</option>}
        {addresses?.map((address) => (
          <option key={keyOf(address)} value={keyOf(address)}>
            {nameOf(address)}
          </option>
        ))}
      </FormLoadedSelectField>
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
          onSaved={({ id }) => setValue(side, id, { shouldDirty: true })}
          close={() => setAdding(false)}
        />
      )}
    </div>
  )
}
