/* Why something of an invoice or a payment is not open, in words for the user; null where it is. Buttons and refusals say the same. */

export const whyNotMailed = ({ voided }: { voided: boolean }): string | null => (voided ? 'The invoice is void.' : null)

export const whyNotReset = ({ hasPayments }: { hasPayments: boolean }): string | null =>
  hasPayments ? null : 'No payments are recorded.'

export const whyInvoiceNotDeletable = ({ hasPayments }: { hasPayments: boolean }): string | null =>
  hasPayments ? 'Payments are recorded. Reverse them first.' : null

export const whyPaymentNotVoidable = ({ isVoid }: { isVoid: boolean }): string | null =>
  isVoid ? 'The payment is already void.' : null
