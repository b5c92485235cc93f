import { addDays } from '#shared/dates.ts'
import { DateOnly } from '#shared/fields.ts'
import type { CustomerColumn } from '#shared/imports/customer-columns.ts'
import { exactNumber, formatAmount, maxAmount, parseDecimal } from '#shared/money.ts'
import { type OpeningBalance, openingKey } from '#server/invoicing/opening-balances.ts'
import { parseText } from '../cell-values.ts'
import type { RecordRow } from '../record-file.ts'
import type { ReportProblem } from '../record-plan.ts'

export type NewOpening = Omit<OpeningBalance, 'accountId'>

/** What the cells of opening balances are checked against. */
export interface OpeningRules {
  today: string
  /** The last day of closed periods. */
  closedUntil: string | null
  /** Existing opening balances: `account reference` → minor units. */
  currentBalances: ReadonlyMap<string, number>
}

interface Owner {
  /** Null for a new customer. */
  accountId: string | null
  paymentTermsDays: number
}

export const openingColumns = ['openingBalance', 'openingDate', 'openingDueDate', 'openingReference'] as const

/** The opening balances of a customer, one per row, each with its own reference. */
export function openingsOf(
  one: RecordRow<CustomerColumn>,
  owner: Owner,
  rules: OpeningRules,
  report: ReportProblem<CustomerColumn>,
): NewOpening[] {
  const references = new Set<string>()
  return [one, ...one.further].flatMap((row) => {
    const opening = openingOf(row, owner, rules, (column, message) => report(column, message, row))
    if (!opening) return []
    const reference = opening.reference.toLowerCase()
    if (references.has(reference))
      report('openingReference', `stands twice for this customer: “${opening.reference}”`, row)
    references.add(reference)
    return [opening]
  })
}

/**
 * The opening balance of a row; null if the row has none, if it exists already or if it is refused. The reference identifies a
 * balance of a customer, so that importing a file twice adds nothing.
 */
function openingOf(
  { values }: RecordRow<CustomerColumn>,
  { accountId, paymentTermsDays }: Owner,
  { today, closedUntil, currentBalances }: OpeningRules,
  report: ReportProblem<CustomerColumn>,
): NewOpening | null {
  const { openingBalance } = values
  if (openingBalance === undefined) return null
  let isRefused = false
  const refuse: typeof report = (column, message) => {
    isRefused = true
    report(column, message)
  }
  const amount = parseDecimal(String(openingBalance), 2)
  if (amount === null) refuse('openingBalance', 'is not an amount such as 1250.00, or -80.00 for a credit')
  else if (amount > maxAmount || amount < -maxAmount) refuse('openingBalance', 'is too large')
  const dayIn = (column: 'openingDate' | 'openingDueDate', usual: string) => {
    const day = String(values[column] ?? usual)
    if (DateOnly.safeParse(day).success) return day
    refuse(column, 'is not a date such as 2-Jun-06 or 2006-06-02')
    return usual
  }
  const issuedDate = dayIn('openingDate', today)
  if (issuedDate > today) refuse('openingDate', 'is in the future')
  if (closedUntil !== null && issuedDate <= closedUntil)
    refuse('openingDate', `is in a closed period (up to ${closedUntil})`)
  if (isRefused) return null
  const dueDate = dayIn('openingDueDate', addDays(issuedDate, paymentTermsDays))
  if (dueDate < issuedDate) refuse('openingDueDate', `is before ${issuedDate}, the date of the balance`)
  const reference = parseText(String(values.openingReference ?? 'Opening balance'), 60)
  if ('problem' in reference) refuse('openingReference', reference.problem)
  if (isRefused || !amount || 'problem' in reference) return null
  const before = accountId === null ? undefined : currentBalances.get(openingKey(accountId, reference.value))
  if (before !== undefined) {
    if (BigInt(before) !== amount)
      refuse(
        'openingBalance',
        `differs from the ${formatAmount(before)} imported as “${reference.value}”: delete that one first, or give this one a reference of its own`,
      )
    return null
  }
  return { amount: exactNumber(amount), issuedDate, dueDate, reference: reference.value }
}
