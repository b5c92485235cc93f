import { whyDeleted } from '#shared/http/why-deleted.ts'

/*
 * Why an action on an invoice or a payment is not possible, in words for the user; null if it is. Buttons and refusals use the
 * same text.
 */

/** For all actions on an invoice: mailing it, paying it, deleting it. */
export const whyInvoiceNotOpen = ({ voided }: { voided: boolean }): string | null =>
  voided ? 'The invoice is void.' : null

/** True if a payment or credit was applied to it. */
export const isSettledInPart = ({ paid, creditUsed }: { paid: string; creditUsed: string }): boolean =>
  Number(paid) > 0 || Number(creditUsed) > 0

/** For payments and reminders. */
export const whyNotPayable = ({ isPaid }: { isPaid: boolean }): string | null =>
  isPaid ? 'The invoice is paid in full.' : null

/** `deleted` is the customer's name if they are deleted, as they would owe again. */
export const whyNotReset = ({
  hasPayments,
  deleted = [],
}: {
  hasPayments: boolean
  deleted?: readonly string[]
}): string | null => (hasPayments ? whyDeleted(deleted) : 'No payments are recorded.')

export const whyInvoiceNotDeletable = ({ hasPayments }: { hasPayments: boolean }): string | null =>
  hasPayments ? 'Payments are recorded. Reverse them first.' : null

export const whyPaymentNotVoidable = ({ isVoid }: { isVoid: boolean }): string | null =>
  isVoid ? 'The payment is already void.' : null

/** For opening credits, the only ones that are reversed separately. */
export const whyCreditNotReversed = ({ reversed }: { reversed: boolean }): string | null =>
  reversed ? 'This opening credit is already reversed.' : null
