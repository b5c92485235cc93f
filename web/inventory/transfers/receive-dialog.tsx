import { useForm, useWatch } from 'react-hook-form'
import { type Transfer, transfersApi } from '#shared/inventory/transfers/api.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { ArrivalRow } from './arrival-row.tsx'
import {
  isShort,
  receiveBody,
  receiveField,
  receiveResolver,
  type ReceiveValues,
  receiveValues,
} from './receive-values.ts'
import { transferStatusMessage } from './transfer-status-message.ts'

/** Asks for the counted quantities on arrival; what did not arrive is returned to the source or written off. */
export function ReceiveDialog({ transfer, close }: { transfer: Transfer; close: () => void }) {
  const form = useForm<ReceiveValues>({
    resolver: receiveResolver,
    mode: 'onTouched',
    defaultValues: receiveValues(transfer),
  })
  const refusal = useFormRefusal(form, (path) => receiveField(path, form.getValues()))
  const complete = useApiMutation(transfersApi.completeTransfer, {
    successMessage: transferStatusMessage,
    onSuccess: close,
    errors: 'page',
    onError: refusal.onError,
  })
  const arrivals = useWatch({ control: form.control, name: 'arrivals' })
  const missing = arrivals.reduce((sum, one) => sum + (isShort(one) ? one.sent - (one.received ?? 0) : 0), 0)
  const received = arrivals.reduce((sum, one) => sum + (one.received ?? 0), 0)
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      size="lg"
      title={`Complete ${transfer.number}`}
      description={`Enter the quantities received at ${transfer.destination.name}. Change only what differs from the shipment.`}
      submitLabel="Complete transfer"
      busy={complete.isPending}
      onSubmit={(values) => complete.submit({ params: { id: transfer.id }, body: receiveBody(values) })}
      close={close}
    >
      <ul aria-label="Received items" className="flex flex-col">
        {arrivals.map((arrival, at) => (
          <ArrivalRow key={`${arrival.lineId}/${arrival.lotId}`} form={form} at={at} arrival={arrival} />
        ))}
      </ul>
      <p role="status" className="figures text-secondary">
        {received.toLocaleString()} of {transfer.pieces.toLocaleString()} pieces arrived
        {missing > 0 && <span className="font-medium text-warn">, {missing.toLocaleString()} did not</span>}
      </p>
    </TransitionDialog>
  )
}
