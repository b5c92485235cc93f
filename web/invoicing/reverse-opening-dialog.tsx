import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { type CreditEntry, paymentsApi } from '#shared/invoicing/payments-api.ts'
import { FormTextAreaField } from '#web/forms/form-fields.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useSettings } from '#web/session/settings.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

type ReverseOpeningDialogProps = { accountId: string; entry: CreditEntry; close: () => void }
type Values = { reason: string }

/** Asks why, before a credit that was imported as an opening balance is taken off the books. */
export function ReverseOpeningDialog({ accountId, entry, close }: ReverseOpeningDialogProps) {
  const { currency } = useSettings()
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: paymentsApi.reverseOpeningCredit.spec.body }),
    mode: 'onTouched',
    defaultValues: { reason: '' },
  })
  const refusal = useFormRefusal(form)
  const reverse = useApiMutation(paymentsApi.reverseOpeningCredit, {
    onSuccess: () => {
      toast.success('Opening credit reversed')
      close()
    },
    errors: 'page',
    onError: refusal.onError,
  })
  return (
    <TransitionDialog
      title="Reverse opening credit"
      description={`${currency} ${formatDecimalInput(entry.amount, 2)} is taken off the customer’s credit. No money is transferred.`}
      submitLabel="Reverse"
      form={form}
      refusal={refusal}
      busy={reverse.isPending}
      onSubmit={(body) => reverse.submit({ params: { id: accountId, entryId: entry.id }, body })}
      close={close}
    >
      <FormTextAreaField label="Reason" required rows={2} control={form.control} name="reason" />
    </TransitionDialog>
  )
}
