import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { type Invoice, invoicingApi } from '#shared/invoicing/api.ts'
import { orderPreviewApi } from '#shared/sales/orders/order-preview-api.ts'
import { call } from '#web/api/client.ts'
import { OrderEffects, useEffects } from '#web/sales/public/order-effects.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { apiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

type DeleteInvoiceDialogProps = { invoice: Invoice; order: { number: string }; close: () => void }

/** Asks before an invoice is voided and its order goes back to pending. */
export function DeleteInvoiceDialog({ invoice, order, close }: DeleteInvoiceDialogProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id, version } = invoice
  const effects = useEffects(['invoice', id, version], (signal) =>
    call(orderPreviewApi.previewInvoiceDeletion, { params: { id }, body: {} }, { signal, quiet: true }),
  )
  const remove = useApiMutation(invoicingApi.deleteInvoice, {
    onSuccess: () => {
      toast.success(`Invoice ${invoice.number} deleted; ${order.number} is pending again`)
      void navigate(paths.invoices, { replace: true })
      client.removeQueries({ queryKey: apiQuery(invoicingApi.getInvoice, { params: { id: invoice.id } }).queryKey })
    },
    errors: 'page',
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Delete invoice ${invoice.number}?`}
      confirmLabel="Delete invoice"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.submit({ params: { id: invoice.id } })}
    >
      <p className="mb-3">
        The invoice is voided and its number is never reused. Order {order.number} goes back to pending and its reserved
        stock is released.
      </p>
      <OrderEffects effects={effects} />
      {remove.error && remove.error.message !== effects.error?.message && (
        <Notice tone="bad" className="mt-4">
          {remove.error.message}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
