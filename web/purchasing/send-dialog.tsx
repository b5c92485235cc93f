import { useForm } from 'react-hook-form'
import { type PurchaseOrder, purchasingApi } from '#shared/purchasing/api.ts'
import { addressOf } from '#web/api/address.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { MoveDialog } from '#web/api/move-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { usePurchaseMoved } from '#web/purchasing/purchase-changes.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'

type SendValues = { to: string; message: string }

/** Mails the order to the supplier as a PDF, which can be looked at before. */
export function SendDialog({ order, close }: { order: PurchaseOrder; close: () => void }) {
  const form = useForm<SendValues>({
    resolver: bodyResolver<SendValues>({ schema: purchasingApi.send.spec.body }),
    mode: 'onTouched',
    defaultValues: { to: order.sentTo ?? order.supplier.email ?? '', message: '' },
  })
  const refusal = useFormRefusal(form)
  const send = useApiMutation(purchasingApi.send, {
    ...usePurchaseMoved(close, ({ number, sentTo }) => `${number} is on its way to ${sentTo ?? ''}`),
    errors: 'page',
    onError: refusal.onError,
  })
  const { errors } = form.formState
  return (
    <MoveDialog
      title={`Send ${order.number} to ${order.supplier.name}`}
      description={
        <>
          The mail carries the order as{' '}
          <a className="link" href={addressOf(purchasingApi.printPurchaseOrder, { params: { id: order.id } })} download>
            {order.number}.pdf
          </a>
          ; open it to see what they will get.
        </>
      }
      submitLabel="Send"
      form={form}
      refusal={refusal}
      busy={send.isPending}
      onSubmit={(body) => send.submit({ params: { id: order.id }, body })}
      close={close}
    >
      <TextField
        label="To"
        type="email"
        required
        autoComplete="off"
        {...form.register('to')}
        error={sentence('To', errors.to?.message)}
      />
      <TextAreaField
        label="Message"
        rows={4}
        placeholder={`Please find our purchase order ${order.number} attached. Kindly confirm it and the day of delivery.`}
        help="The total and whom to ask stand below it."
        {...form.register('message')}
        error={sentence('Message', errors.message?.message)}
      />
    </MoveDialog>
  )
}
