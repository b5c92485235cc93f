import { formatAmount, sum } from '#shared/money.ts'

/* How a payment is shared out over invoices; all amounts in minor units. */

export interface PaymentPart {
  invoiceId: string
  amount: bigint
}

/** The usual way: invoices in the order they are given, each as far as it is open. What is left would be credit. */
export function allocatePayment(amount: bigint, invoices: readonly { id: string; due: bigint }[]) {
  let left = amount > 0n ? amount : 0n
  const parts: PaymentPart[] = []
  for (const { id, due } of invoices) {
    const part = left < due ? left : due
    if (part <= 0n) continue
    parts.push({ invoiceId: id, amount: part })
    left -= part
  }
  return { parts, rest: left }
}

/** What is wrong, and where; `over` where a part is more than is open on its invoice. */
export interface PartProblem {
  path: string
  message: string
  over?: { invoiceId: string; due: bigint }
}

/** Why a payment can't be shared out so; nothing where it can. `dueOf` knows the customer's open invoices. */
export function partProblems(
  amount: bigint,
  parts: readonly PaymentPart[],
  dueOf: (invoiceId: string) => bigint | undefined,
): PartProblem[] {
  const problems: PartProblem[] = []
  const seen = new Set<string>()
  for (const [at, part] of parts.entries()) {
    const due = dueOf(part.invoiceId)
    if (due === undefined)
      problems.push({ path: `parts.${at}.invoiceId`, message: 'is not an open invoice of the customer' })
    else if (seen.has(part.invoiceId)) problems.push({ path: `parts.${at}.invoiceId`, message: 'is listed twice' })
    else if (part.amount > due)
      problems.push({
        path: `parts.${at}.amount`,
        message: `can’t exceed ${formatAmount(due)}`,
        over: { invoiceId: part.invoiceId, due },
      })
    seen.add(part.invoiceId)
  }
  const given = sum(parts.map((part) => part.amount))
  if (given > amount) {
    problems.push({ path: 'amount', message: `is less than the ${formatAmount(given)} for the invoices` })
  }
  return problems
}
