import { createHash } from 'node:crypto'
import type { Estimate } from '#shared/sales/estimates/api.ts'

/** The hash of what is answered: number, customer, notes, lines, amounts, last day. Any change changes it. */
export function linesHash(estimate: Estimate): Buffer {
  const { number, account, validUntil, notes, orderLines, charges, discount, tax, total } = estimate
  const lines = orderLines.map((line) => [line.product.id, line.product.name, line.product.sku, ...amounts(line)])
  const extras = charges.map((charge) => [charge.kind, charge.name, charge.unit, ...amounts(charge)])
  const content = [number, account.id, validUntil, notes, lines, extras, discount?.amount ?? null, tax, total]
  return createHash('sha256').update(JSON.stringify(content)).digest()
}

const amounts = ({
  quantity,
  unitPrice,
  total,
  discount,
  net,
  taxed,
  tax,
}: Estimate['charges'][number] | Estimate['orderLines'][number]) => [
  quantity,
  unitPrice,
  total,
  discount,
  net,
  taxed,
  tax.name,
  tax.kind,
  tax.percent,
]
