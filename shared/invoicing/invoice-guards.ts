import { whyDeleted } from '#shared/http/why-deleted.ts'

/* Why something of an invoice or a payment is not open, in words for the user; null where it is. Buttons and refusals say the same. */

/** Of everything that is done with an invoice: mailing it, paying it, deleting it. */
export const whyInvoiceNotOpen = ({ voided }: { voided: boolean }): string | null =>
  voided ? 'The invoice is void.' : null

/** Whether anything has settled it, a payment or credit. */
export const isSettledInPart = ({ paid, creditUsed }: { paid: string; creditUsed: string }): boolean =>
  Number(paid) > 0 || Number(creditUsed) > 0

/** Of payments, and of reminders to pay. */
export const whyNotPayable = ({ isPaid }: { isPaid: boolean }): string | null =>
  isPaid ? 'The invoice is paid in full.' : null

/** `deleted` names its customer where they are deleted: they would owe again. */
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

/** Of an opening credit, which is all that is reversed by itself. */
export const whyCreditNotReversed = ({ reversed }: { reversed: boolean }): string | null =>
  reversed ? 'This opening credit is already reversed.' : null
