import { toast } from 'sonner'
import { type Invoice } from '#shared/invoicing/api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { amountScale, formatAmount, parseDecimal } from '#shared/money.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** Applies the customer's credit to the balance due of an invoice, as far as it goes. */
export function CreditButton({ invoice }: { invoice: Invoice }) {
  const { currency } = useSettings()
  const settle = useApiMutation(paymentsApi.applyCredit, {
    onSuccess: ({ number }) => toast.success(`Credit settled ${number}`),
  })
  const [credit, due] = [units(invoice.credit), units(invoice.due)]
  const amount = credit < due ? credit : due
  if (amount === 0n) return null
  return (
    <Button
      className="w-full"
      busy={settle.isPending}
      onClick={() => settle.submit({ params: { id: invoice.id }, body: { amount: formatAmount(amount) } })}
    >
      Use credit, {currency} {formatDecimalInput(formatAmount(amount), 2)}
    </Button>
  )
}

const units = (amount: string) => parseDecimal(amount, amountScale) ?? 0n
