import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { type Invoice, invoicingApi } from '#shared/invoicing/api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { apiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Asks before an opening balance is taken off the books. */
export function DeleteOpeningDialog({ invoice, close }: { invoice: Invoice; close: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useApiMutation(invoicingApi.deleteInvoice, {
    onSuccess: () => {
      toast.success(`Opening balance ${invoice.number} deleted`)
      void navigate(paths.invoices, { replace: true })
      client.removeQueries({ queryKey: apiQuery(invoicingApi.getInvoice, { params: { id: invoice.id } }).queryKey })
    },
    errors: 'page',
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Delete opening balance ${invoice.number}?`}
      confirmLabel="Delete opening balance"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.submit({ params: { id: invoice.id } })}
    >
      <p>
        {invoice.account.name} no longer owes it. Its reference {invoice.reference} can be imported again.
      </p>
      {remove.error && (
        <Notice tone="bad" className="mt-4">
          {remove.error.message}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
