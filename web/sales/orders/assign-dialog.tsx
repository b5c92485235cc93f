import { useForm, useWatch } from 'react-hook-form'
import {
  type ShipmentMethod,
  shipmentMethodNames,
  shipmentMethods,
} from '#shared/logistics/shipments/shipment-status.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { orderStatusMessage } from './use-simple-transitions.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'

type Values = { method: ShipmentMethod; carrier: string; trackingNumber: string }

/** How the goods reach the customer: a carrier, an own driver without a route, or they fetch them. */
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
  const { errors } = form.formState
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
      <SelectField label="Method" required {...form.register('method')} error={errors.method?.message}>
        {shipmentMethods.map((one) => (
          <option key={one} value={one}>
            {shipmentMethodNames[one]}
          </option>
        ))}
      </SelectField>
      {method === 'carrier' && (
        <>
          <TextField
            label="Carrier"
            required
            {...form.register('carrier')}
            error={sentence('Carrier', errors.carrier?.message)}
          />
          <TextField
            label="Tracking number"
            spellCheck={false}
            autoComplete="off"
            {...form.register('trackingNumber')}
            error={sentence('Tracking number', errors.trackingNumber?.message)}
          />
        </>
      )}
    </TransitionDialog>
  )
}

/** Only a carrier has a name and a tracking number. */
const bodyOf = ({ method, carrier, trackingNumber }: Values) =>
  method === 'carrier' ? { method, carrier, trackingNumber } : { method }
