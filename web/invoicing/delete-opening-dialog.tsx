import type { Invoice } from '#shared/invoicing/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDeleteInvoice } from './use-delete-invoice.ts'

/** Confirms the deletion of an opening balance. */
export function DeleteOpeningDialog({ invoice, close }: { invoice: Invoice; close: () => void }) {
  const deletion = useDeleteInvoice(invoice, `Opening balance ${invoice.number} deleted`)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Delete opening balance ${invoice.number}?`}
      confirmLabel="Delete opening balance"
      danger
      busy={deletion.isPending}
      onConfirm={deletion.remove}
    >
      <p>
        {invoice.account.name} no longer owes it. Its reference {invoice.reference} can be imported again.
      </p>
      {deletion.error && (
        <Notice tone="bad" className="mt-4">
          {deletion.error.message}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
