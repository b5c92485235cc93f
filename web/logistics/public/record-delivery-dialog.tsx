import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { byId } from '#shared/fields.ts'
import type { Reply, Route, RouteSpec } from '#shared/http/route.ts'
import { proofWords } from '#shared/logistics/shipments/proof-policy.ts'
import { orderActions } from '#shared/sales/orders/order-transitions.ts'
import { type Submission, useApiMutation } from '#web/api/mutation.ts'
import { FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useSettings } from '#web/session/settings.ts'
import { Notice } from '#web/ui/notice.tsx'
import { HandedFields } from './handed-fields.tsx'
import type { HandedValues, ParcelLine } from './handed-values.ts'
import { useDeliveryForm } from './use-delivery-form.ts'

type Delivery = RouteSpec & {
  params: typeof byId
  body: z.ZodType<unknown, { receivedBy: string; reason: string; alreadyReceived?: boolean | undefined }>
}

type RecordDeliveryDialogProps<S extends Delivery> = {
  route: Route<S>
  /** The id of the order or the shipment. */
  id: string
  lines: readonly ParcelLine[]
  /** Why goods of the shipment must not be used, as text. */
  blocked: readonly string[]
  /** The toast after saving. */
  successMessage: (reply: Reply<S>) => string
  close: () => void
}

/** Lets staff record a delivery without the driver's proof: who received the goods, how that is known, and what was refused. */
export function RecordDeliveryDialog<S extends Delivery>(props: RecordDeliveryDialogProps<S>) {
  const { route, id, lines, blocked, successMessage, close } = props
  const { form, draft, refusal, bodyOf } = useDeliveryForm(id, lines)
  const save = useApiMutation(route, {
    successMessage,
    onSuccess: () => {
      draft.forget()
      close()
    },
    errors: 'page',
    onError: refusal.onError,
  })
  const { isDirty } = form.formState
  const proof = proofWords(useSettings().logistics.proof)
  const isStopped = blocked.length > 0
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      size="md"
      title={orderActions.deliver.label}
      description="No driver signature: record who confirmed the delivery. This cannot be undone."
      submitLabel={orderActions.deliver.label}
      busy={save.isPending}
      onSubmit={(values) => {
        const body = { ...bodyOf(values), ...(isStopped && { alreadyReceived: true }) }
        save.submit({ params: { id }, body } as unknown as Submission<S>)
      }}
      close={() => {
        if (isDirty) draft.forget()
        close()
      }}
    >
      {draft.notice}
      {isStopped && (
        <Notice tone="bad" title="These goods must not be used">
          <p>{blocked.join('; ')}.</p>
          <p className="mt-1">Record the delivery only if the customer already has them. Then tell the customer.</p>
        </Notice>
      )}
      {proof.length > 0 && (
        <Notice title="Recorded without the driver’s proof">
          The company asks drivers for {new Intl.ListFormat('en').format(proof)}. Say below why there is none.
        </Notice>
      )}
      <FormTextField label="Received by" required autoComplete="off" control={form.control} name="receivedBy" />
      <FormTextAreaField
        label="Proof of delivery"
        required
        rows={2}
        help="For example a signed slip, a call or carrier tracking."
        control={form.control}
        name="reason"
      />
      {lines.length > 0 && <HandedFields form={form as unknown as UseFormReturn<HandedValues>} lines={lines} />}
    </TransitionDialog>
  )
}
