import { type CreditEntry, paymentsApi } from '#shared/invoicing/payments-api.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'
import { useSettings } from '#web/session/settings.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

type ReverseOpeningDialogProps = { accountId: string; entry: CreditEntry; close: () => void }

/** Asks for the reason to reverse a credit that was imported as an opening balance. */
export function ReverseOpeningDialog({ accountId, entry, close }: ReverseOpeningDialogProps) {
  const { currency } = useSettings()
  return (
    <ReasonPromptDialog
      route={paymentsApi.reverseOpeningCredit}
      sent={{ params: { id: accountId, entryId: entry.id } }}
      successMessage={() => 'Opening credit reversed'}
      title="Reverse opening credit"
      description={`${currency} ${formatDecimalInput(entry.amount, 2)} is taken off the customer’s credit. No money is transferred.`}
      submitLabel="Reverse"
      close={close}
    />
  )
}
