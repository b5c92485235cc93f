import { formatAmount, sum } from '#shared/money.ts'

/* A payment's allocation to invoices; all amounts in minor units. */

export interface PaymentPart {
  invoiceId: string
  amount: bigint
}

/** The default allocation: invoices in the given order, each up to its balance due. The remainder becomes credit. */
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

/** A problem with its path; `over` if a part exceeds the balance due of its invoice. */
export interface PartProblem {
  path: string
  message: string
  over?: { invoiceId: string; due: bigint }
}

/** The problems of an allocation; empty if it is valid. `dueOf` returns the balance due of the customer's open invoices. */
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
