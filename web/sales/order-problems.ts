import type { FieldErrors } from 'react-hook-form'
import { sentence } from '#web/api/field-errors.ts'
import type { OrderValues } from '#web/sales/order-values.ts'
import type { FieldProblem } from '#web/ui/form-layout.tsx'

const labels: Record<string, string> = {
  customer: 'Customer',
  requestedDate: 'Requested date',
  reference: 'Reference',
  notes: 'Notes',
  lines: 'Lines',
  product: 'Product',
  quantity: 'Quantity',
  priceTier: 'Price tier',
  unitPrice: 'Unit price',
  tax: 'Tax',
  service: 'Service',
  name: 'Fee',
  charges: 'Services and fees',
  discountValue: 'Discount',
}

/** Everything that is wrong with an order, with the way to each field; what a line lacks names the line. */
export const orderProblems = (errors: FieldErrors<OrderValues>): FieldProblem[] => problemsOf(errors, '')

function problemsOf(errors: FieldErrors, path: string): FieldProblem[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    const name = path === '' ? key : `${path}.${key}`
    if (!error || key === 'ref') return []
    if (typeof error.message !== 'string') return problemsOf(error as FieldErrors, name)
    const told = sentence(labels[key] ?? key, error.message) ?? error.message
    const line = /^lines\.(\d+)\./.exec(name)?.[1]
    return [{ name, message: line === undefined ? told : `Line ${Number(line) + 1}: ${told}` }]
  })
}
