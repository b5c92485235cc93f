import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { addressOf } from '#web/api/address.ts'
import { Carries, MailDialog, useMailForm } from '#web/forms/mail-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useIsMailSetUp } from '#web/session/settings.ts'

/** Mails the order to the supplier as a PDF, with a preview. */
export function SendDialog({ order, close }: { order: PurchaseOrder; close: () => void }) {
  const { id, number, supplier } = order
  const mail = useMailForm(purchasingApi.send.spec.body, order.sentTo ?? supplier.email)
  const isMailSetUp = useIsMailSetUp()
  const send = useApiMutation(purchasingApi.send, {
    successMessage: ({ sentTo }) =>
      isMailSetUp ? `${number} is on its way to ${sentTo ?? ''}` : `Not sent: download ${number} and send it yourself`,
    onSuccess: close,
    errors: 'page',
    onError: mail.refusal.onError,
  })
  return (
    <MailDialog
      mail={mail}
      title={`Send ${number} to ${supplier.name}`}
      description={
        <Carries what="order" name={number} href={addressOf(purchasingApi.printPurchaseOrder, { params: { id } })} />
      }
      words={`Please find our purchase order ${number} attached. Please confirm the order and the delivery date.`}
      below="The total and your contact are added below."
      busy={send.isPending}
      onSend={(body) => send.submit({ params: { id }, body })}
      close={close}
    />
  )
}
