import type { Invoice } from '#shared/invoicing/api.ts'
import { orderPreviewApi } from '#shared/sales/orders/order-preview-api.ts'
import { call } from '#web/api/client.ts'
import { OrderEffects, useEffects } from '#web/sales/public/order-effects.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDeleteInvoice } from './use-delete-invoice.ts'

type DeleteInvoiceDialogProps = { invoice: Invoice; order: { number: string }; close: () => void }

/** Confirms the voiding of an invoice, which returns its order to pending. */
export function DeleteInvoiceDialog({ invoice, order, close }: DeleteInvoiceDialogProps) {
  const { id, version } = invoice
  const effects = useEffects(['invoice', id, version], (signal) =>
    call(orderPreviewApi.previewInvoiceDeletion, { params: { id }, body: {} }, { signal, quiet: true }),
  )
  const deletion = useDeleteInvoice(invoice, `Invoice ${invoice.number} deleted; ${order.number} is pending again`)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Delete invoice ${invoice.number}?`}
      confirmLabel="Delete invoice"
      danger
      size="md"
      disabled={effects.isPending}
      busy={deletion.isPending}
      onConfirm={deletion.remove}
    >
      <p className="mb-3">
        The invoice is voided and its number is never reused. Order {order.number} goes back to pending.
      </p>
      <OrderEffects effects={effects} />
      {deletion.error && deletion.error.message !== effects.error?.message && (
        <Notice tone="bad" className="mt-4">
          {deletion.error.message}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
