import { useForm, useWatch } from 'react-hook-form'
import {
  type ShipmentMethod,
  shipmentMethodNames,
  shipmentMethods,
} from '#shared/logistics/shipments/shipment-status.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { orderStatusMessage } from './use-simple-transitions.ts'
import { FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'

type Values = { method: ShipmentMethod; carrier: string; trackingNumber: string }

/** Asks for the delivery method: a carrier, an own driver without a route, or pickup. */
export function AssignDialog({ order, close }: { order: Order; close: () => void }) {
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: salesApi.assign.spec.body, bodyOf }),
    mode: 'onTouched',
    defaultValues: { method: 'carrier', carrier: '', trackingNumber: '' },
  })
  const refusal = useFormRefusal(form)
  const save = useApiMutation(salesApi.assign, {
    successMessage: orderStatusMessage,
    onSuccess: close,
    errors: 'page',
    onError: refusal.onError,
  })
  const method = useWatch({ control: form.control, name: 'method' })
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      title="Assign for shipping"
      description="Choose how the goods are delivered. You can change it until they ship."
      submitLabel="Assign"
      busy={save.isPending}
      onSubmit={(values) => save.submit({ params: { id: order.id }, body: bodyOf(values) })}
      close={close}
    >
      <FormSelectField label="Method" required control={form.control} name="method">
        {shipmentMethods.map((one) => (
          <option key={one} value={one}>
            {shipmentMethodNames[one]}
          </option>
        ))}
      </FormSelectField>
      {method === 'carrier' && (
        <>
          <FormTextField label="Carrier" required control={form.control} name="carrier" />
          <FormTextField
            label="Tracking number"
            spellCheck={false}
            autoComplete="off"
            control={form.control}
            name="trackingNumber"
          />
        </>
      )}
    </TransitionDialog>
  )
}

/** Only the carrier method has a carrier name and tracking number. */
const bodyOf = ({ method, carrier, trackingNumber }: Values) =>
  method === 'carrier' ? { method, carrier, trackingNumber } : { method }
