import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { postalAddressesApi } from '#shared/crm/partners/postal-addresses-api.ts'
import { addressLine } from '#shared/crm/partners/postal-address.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { shipToApi } from '#shared/sales/orders/ship-to-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { FormTextField } from '#web/forms/form-fields.tsx'
import { FormLoadedSelectField } from '#web/forms/form-value-fields.tsx'

type Values = { shipToId: string; reason: string }
const bodyOf = ({ shipToId, reason }: Values) => ({ shipToId: shipToId || null, reason })

const startOf = (order: Order): Values => ({ shipToId: order.shipTo.id ?? '', reason: '' })

/** Changes the shipping address of a confirmed order to another one of the customer. */
export function ShipToDialog({ order, close }: { order: Order; close: () => void }) {
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: shipToApi.changeShipTo.spec.body, bodyOf }),
    mode: 'onTouched',
    defaultValues: startOf(order),
  })
  const refusal = useFormRefusal(form)
  const addresses = useApiQuery(postalAddressesApi.listPostalAddresses, { params: { id: order.account.id } })
  const change = useApiMutation(shipToApi.changeShipTo, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: () => {
      toast.success('Delivery address changed')
      close()
    },
  })
  return (
    <RecordDialog
      title="Change the delivery address?"
      description="Delivery note and labels show the new address. The invoice keeps its own."
      what="order"
      record={order}
      startOf={startOf}
      submitLabel="Change address"
      form={form}
      refusal={refusal}
      busy={change.isPending}
      onSubmit={(values, base = order) =>
        change.submit({ params: { id: base.id }, body: bodyOf(values), version: base.version })
      }
      close={close}
    >
      <FormLoadedSelectField
        label="Ship to"
        control={form.control}
        name="shipToId"
        query={addresses}
        chosenName={addressLine(order.shipTo)}
      >
        {addresses.data?.data.map((address) => (
          <option key={address.id ?? ''} value={address.id ?? ''}>
            {address.kind ? addressLine(address) : `Main: ${addressLine(address)}`}
          </option>
        ))}
      </FormLoadedSelectField>
      <FormTextField
        label="Reason"
        required
        help="Shown in the history of the order."
        control={form.control}
        name="reason"
      />
    </RecordDialog>
  )
}
