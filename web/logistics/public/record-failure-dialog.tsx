import { useForm } from 'react-hook-form'
import type { byId } from '#shared/fields.ts'
import type { Reply, Route, RouteSpec } from '#shared/http/route.ts'
import type { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { deliveryFailureNames, deliveryFailures } from '#shared/logistics/shipments/shipment-status.ts'
import { orderActions } from '#shared/sales/orders/order-transitions.ts'
import { type Submission, useApiMutation } from '#web/api/mutation.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { FormSelectField, FormTextAreaField } from '#web/forms/form-fields.tsx'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'

type Values = { failureReason: string; note: string }
type Failing = RouteSpec & { params: typeof byId; body: (typeof shipmentsApi.failShipment)['spec']['body'] }

type RecordFailureDialogProps<S extends Failing> = {
  /** For the shipment or its order. */
  route: Route<S>
  id: string
  successMessage: (reply: Reply<S>) => string
  close: () => void
}

/** Lets staff record a failed delivery, with the reason. */
export function RecordFailureDialog<S extends Failing>(props: RecordFailureDialogProps<S>) {
  const { route, id, successMessage, close } = props
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: route.spec.body }),
    mode: 'onTouched',
    defaultValues: { failureReason: '', note: '' },
  })
  const refusal = useFormRefusal(form)
  const save = useApiMutation(route, { successMessage, onSuccess: close, errors: 'page', onError: refusal.onError })
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      title={orderActions.failDelivery.label}
      description="The goods stay out of stock until they are rescheduled or checked back in."
      submitLabel={orderActions.failDelivery.label}
      busy={save.isPending}
      onSubmit={(body) => save.submit({ params: { id }, body } as unknown as Submission<S>)}
      close={close}
    >
      <FormSelectField label="Reason" required control={form.control} name="failureReason">
        <option value="">Choose a reason</option>
        {deliveryFailures.map((one) => (
          <option key={one} value={one}>
            {deliveryFailureNames[one]}
          </option>
        ))}
      </FormSelectField>
      <FormTextAreaField label="Note" rows={2} control={form.control} name="note" />
    </TransitionDialog>
  )
}
