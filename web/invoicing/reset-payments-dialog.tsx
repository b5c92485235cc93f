import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { type Invoice, invoicingApi } from '#shared/invoicing/api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { amountScale, formatAmount, parseDecimal, sum } from '#shared/money.ts'
import { FormTextAreaField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { ChangedNotice } from '#web/forms/changed-notice.tsx'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { RefusalNotice } from '#web/forms/refusal-notice.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiPages } from '#web/api/pages.ts'
import { ShowMore } from '#web/lists/show-more.tsx'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { useCloseGuard } from '#web/ui/close-guard.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { ReversedPayments } from './reversed-payments.tsx'

/** Asks for the reason to reverse all payments of an invoice, and shows the effect. */
export function ResetPaymentsDialog({ invoice, close }: { invoice: Invoice; close: () => void }) {
  const query = { invoice: invoice.id }
  const listed = useApiPages(paymentsApi.listPayments, { query }, { first: 200 })
  const payments = listed.rows?.filter(({ voided }) => voided === null)
  const form = useForm({
    resolver: bodyResolver<{ reason: string }>({ schema: invoicingApi.resetPayments.spec.body }),
    mode: 'onTouched',
    defaultValues: { reason: '' },
  })
  const refusal = useFormRefusal(form)
  const reset = useApiMutation(invoicingApi.resetPayments, {
    onSuccess: (unpaid) => {
      toast.success(`${unpaid.number} is unpaid again`)
      close()
    },
    errors: 'page',
    onError: refusal.onError,
  })
  const guard = useCloseGuard(form.formState.isDirty, close)
  return (
    <>
      <Dialog
        open
        size="sm"
        title="Reverse payments?"
        description={`Each payment on ${invoice.number} is reversed in full, also on other invoices. The invoice becomes Unpaid again.`}
        onOpenChange={guard.onOpenChange}
      >
        <form
          noValidate
          onSubmit={form.handleSubmit((body) => {
            refusal.clear()
            reset.submit({ params: { id: invoice.id }, body, version: invoice.version })
          })}
        >
          <DialogBody>
            <RefusalNotice problem={refusal.problem} />
            {refusal.conflict !== undefined && (
              <ChangedNotice title="The invoice was changed by someone else" onSeen={refusal.clear}>
                Nothing was reversed.
              </ChangedNotice>
            )}
            {!payments && !listed.error && <SkeletonText lines={3} />}
            {!payments && listed.error && (
              <ErrorState error={listed.error} onRetry={listed.refetch} retrying={listed.isFetching} />
            )}
            {payments && <ReversedPayments payments={payments} />}
            <ShowMore pages={listed} />
            <ReturnedCredit invoice={invoice} />
            <FormTextAreaField
              label="Reason"
              required
              rows={2}
              help="Shown with the reversal."
              control={form.control}
              name="reason"
            />
          </DialogBody>
          <DialogFooter>
            <Button onClick={() => guard.onOpenChange(false)}>Cancel</Button>
            <Button type="submit" variant="danger" disabled={!payments} busy={reset.isPending}>
              Reverse payments
            </Button>
          </DialogFooter>
        </form>
      </Dialog>
      {guard.question}
    </>
  )
}

/** Credit applied to the invoice returns to the customer's credit. */
function ReturnedCredit({ invoice: { payments } }: { invoice: Invoice }) {
  const { currency } = useSettings()
  const used = payments.filter(({ kind, reversed }) => kind === 'CREDIT' && !reversed)
  if (used.length === 0) return null
  const amount = formatAmount(sum(used.map((one) => parseDecimal(one.amount, amountScale) ?? 0n)))
  return (
    <p className="text-table">
      Used credit of {currency} {formatDecimalInput(amount, 2)} becomes customer credit again.
    </p>
  )
}
