import { formatPercent } from '#shared/format-percent.ts'
import type { Invoice } from './api.ts'

/* What stands on an invoice, the same on the screen, on paper and in its file. */

/** Between the lines and the total: only what changes something. */
export function invoiceSums({ subtotal, discount, taxes }: Pick<Invoice, 'subtotal' | 'discount' | 'taxes'>) {
  const isPlain = Number(discount) === 0 && taxes.length === 0
  return [
    ...(isPlain ? [] : [{ label: 'Subtotal', value: subtotal }]),
    ...(Number(discount) === 0 ? [] : [{ label: 'Discount', value: `-${discount}` }]),
    ...taxes.map(({ name, kind, percent, net, tax }) => ({
      label: `${kind === 'inclusive' ? 'Includes ' : ''}${name}, ${formatPercent(percent)} of ${net}`,
      value: tax,
    })),
  ]
}

/** Below the total: money received and credit used are two things. */
export function settlementSums({ paid, creditUsed }: Pick<Invoice, 'paid' | 'creditUsed'>) {
  return [
    { label: 'Paid', value: paid },
    ...(Number(creditUsed) === 0 ? [] : [{ label: 'Credit used', value: creditUsed }]),
  ]
}

/** A lot of a line: which one, until when it is good, how many pieces; `formatDay` is the side's own. */
export function lotNote(lot: Invoice['lines'][number]['lots'][number], formatDay: (day: string) => string): string {
  const { lotNumber, expiryDate, quantity } = lot
  return `Lot ${lotNumber}${expiryDate ? `, exp. ${formatDay(expiryDate)}` : ''}: ${quantity.toLocaleString('en')}`
}

/** Below the name of a line: what it is known by, and its tax. */
export function lineNote({ product, unit, tax }: Pick<Invoice['lines'][number], 'product' | 'unit' | 'tax'>): string {
  const code = product?.sku ?? (unit ? `per ${unit}` : '')
  const taxed = tax.kind === 'exempt' ? '' : `${tax.name} ${formatPercent(tax.percent)}`
  return [code, taxed].filter(Boolean).join(' · ')
}
