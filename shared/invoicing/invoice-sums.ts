import { formatPercent } from '#shared/format-percent.ts'
import type { Invoice } from './api.ts'

/* The texts and sums of an invoice, the same on the screen, in the PDF and in exports. */

/** The sums between the lines and the total; only those that aren't zero. */
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

/** Below the total: payments and credit used, separately. */
export function settlementSums({ paid, creditUsed }: Pick<Invoice, 'paid' | 'creditUsed'>) {
  return [
    { label: 'Paid', value: paid },
    ...(Number(creditUsed) === 0 ? [] : [{ label: 'Credit used', value: creditUsed }]),
  ]
}

/** A lot of a line: number, expiry date, pieces; `formatDay` differs between server and browser. */
export function lotNote(lot: Invoice['lines'][number]['lots'][number], formatDay: (day: string) => string): string {
  const { lotNumber, expiryDate, quantity } = lot
  return `Lot ${lotNumber}${expiryDate ? `, exp. ${formatDay(expiryDate)}` : ''}: ${quantity.toLocaleString('en')}`
}

/** The text below the name of a line: SKU or unit, and tax. */
export function lineNote({ product, unit, tax }: Pick<Invoice['lines'][number], 'product' | 'unit' | 'tax'>): string {
  const code = product?.sku ?? (unit ? `per ${unit}` : '')
  const taxed = tax.kind === 'exempt' ? '' : `${tax.name} ${formatPercent(tax.percent)}`
  return [code, taxed].filter(Boolean).join(' · ')
}
