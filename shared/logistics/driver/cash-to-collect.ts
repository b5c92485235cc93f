import { creditShare } from '#shared/invoicing/credit-share.ts'
import { amountScale, exactNumber, formatAmount, parseDecimal } from '#shared/money.ts'
import type { DriverStop, InvoicedLine } from './api.ts'

interface Paid {
  cashDue: DriverStop['cashDue']
  lines: readonly {
    id: string
    /** Missing in routes that an older version stored on the phone. */
    invoiced?: InvoicedLine | null
  }[]
}

type Back = Readonly<Record<string, { refused: number; damaged: number }>>

const inMinor = (amount: string): number => exactNumber(parseDecimal(amount, amountScale) ?? 0n)

/**
 * What the customer pays at the door: the balance due, less the credit that they will get for refused and damaged pieces (by line
 * in `back`). Never negative; null if nothing is paid on delivery.
 */
export function cashToCollect({ cashDue, lines }: Paid, back: Back): string | null {
  if (cashDue === null) return null
  // A line of the invoice may be delivered from several lots.
  const returned = new Map<string, { line: InvoicedLine; pieces: number }>()
  for (const { id, invoiced } of lines) {
    if (!invoiced) continue
    const pieces = (back[id]?.refused ?? 0) + (back[id]?.damaged ?? 0)
    returned.set(invoiced.id, { line: invoiced, pieces: (returned.get(invoiced.id)?.pieces ?? 0) + pieces })
  }
  let due = inMinor(cashDue)
  for (const { line, pieces } of returned.values()) {
    const { quantity, tax, total, credited } = line
    due -= creditShare({ quantity, tax: inMinor(tax), total: inMinor(total) }, credited, pieces).total
  }
  return formatAmount(Math.max(due, 0))
}
