import type { Call } from '#shared/http/route.ts'
import { lineAmount, parseDecimal, priceScale } from '#shared/money.ts'
import type { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseItem, PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import type { FeeKind } from '#shared/purchasing/orders/purchase-amounts.ts'
import { boughtItem, type BoughtItem } from '#web/inventory/public/bought-item-picker.tsx'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'

export type PurchaseLineValues = {
  item: BoughtItem | null
  quantity: number | null
  unitCost: string
  /** '' is the order's day. */
  expectedDate: string
}
export type FeeValues = { kind: FeeKind; label: string; amount: string }

/** A purchase order as it is being written. */
export type PurchaseValues = {
  supplier: { id: string; label: string } | null
  location: { id: string; label: string } | null
  expectedDate: string
  reference: string
  notes: string
  lines: PurchaseLineValues[]
  fees: FeeValues[]
}

export const blankLine: PurchaseLineValues = { item: null, quantity: null, unitCost: '', expectedDate: '' }
export const blankFee: FeeValues = { kind: 'freight', label: '', amount: '' }
export const newPurchase: PurchaseValues = {
  supplier: null,
  location: null,
  expectedDate: '',
  reference: '',
  notes: '',
  lines: [blankLine],
  fees: [],
}

export const isBlank = ({ item, quantity }: PurchaseLineValues) => item === null && quantity === null

/** A line for something that was picked, at what it costs now. */
export const lineOf = (item: PurchaseItem, quantity: number | null, unitCost = item.cost): PurchaseLineValues => ({
  ...blankLine,
  item: boughtItem(item),
  quantity,
  unitCost,
})

/** The lines that will be sent, by their place in the form: blank ones are left out while there is another. */
function sentLines({ lines }: PurchaseValues): number[] {
  const filled = lines.flatMap((line, at) => (isBlank(line) ? [] : [at]))
  return filled.length > 0 ? filled : [0]
}

type Body = Call<(typeof purchasingApi.createPurchaseOrder)['spec']>['body']

/** The call's body. What is still missing is left out of it, for the schema to tell. */
export function purchaseBody(values: PurchaseValues): Body {
  return {
    supplierId: values.supplier?.id as string,
    locationId: values.location?.id as string,
    expectedDate: values.expectedDate || null,
    reference: values.reference,
    notes: values.notes,
    lines: sentLines(values).map((at) => {
      const { item, quantity, unitCost, expectedDate } = values.lines[at] ?? blankLine
      return {
        itemId: item?.id as string,
        ...(quantity !== null && { quantity }),
        unitCost,
        expectedDate: expectedDate || null,
      }
    }),
    fees: values.fees.map(({ kind, label, amount }) => ({ kind, label, amount })),
  }
}

/** The field in which a part of the body was typed: `lines.1.itemId` → `lines.2.item` below a blank line. */
export function purchaseField(path: string, values: PurchaseValues): string {
  if (path === 'supplierId') return 'supplier'
  if (path === 'locationId') return 'location'
  const [, at, name] = /^lines\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
  if (at === undefined) return path
  const line = `lines.${sentLines(values)[Number(at)] ?? at}`
  return name === undefined ? line : `${line}.${name === 'itemId' ? 'item' : name}`
}

export const purchaseValues = (order: PurchaseOrder): PurchaseValues => ({
  supplier: { id: order.supplier.id, label: order.supplier.name },
  location: { id: order.location.id, label: locationLabel(order.location) },
  expectedDate: order.expectedDate ?? '',
  reference: order.reference ?? '',
  notes: order.notes ?? '',
  lines: order.orderLines.map(({ item, quantity, unitCost, expectedDate }) => ({
    item: boughtItem(item),
    quantity,
    unitCost,
    expectedDate: expectedDate ?? '',
  })),
  fees: order.fees.map(({ kind, label, amount }) => ({ kind, label: label ?? '', amount })),
})

/** A copy to start another order from: same supplier, lines and fees, but no dates and no reference. */
export const copiedPurchase = (order: PurchaseOrder): PurchaseValues => {
  const values = purchaseValues(order)
  const lines = values.lines.map((line) => ({ ...line, expectedDate: '' }))
  return { ...values, lines, expectedDate: '', reference: '' }
}

/** Minor units; null as long as a part of it can't be read. */
export function lineTotal({ quantity, unitCost }: PurchaseLineValues): bigint | null {
  const cost = parseDecimal(unitCost, priceScale)
  if (quantity === null || !Number.isSafeInteger(quantity) || quantity < 0 || cost === null) return null
  return lineAmount(quantity, cost)
}

export const purchaseFees = (fees: PurchaseValues['fees']): bigint =>
  fees.reduce((sum, { amount }) => sum + (parseDecimal(amount, 2) ?? 0n), 0n)

/** What the lines and fees come to so far, in minor units. */
export const purchaseTotal = ({ lines, fees }: Pick<PurchaseValues, 'lines' | 'fees'>): bigint =>
  lines.reduce((sum, line) => sum + (lineTotal(line) ?? 0n), purchaseFees(fees))

/** The next quantity that the supplier will not object to: at least the minimum, in whole cases. */
export function roundUp({ moq, pcsPerCase }: Pick<PurchaseItem, 'moq' | 'pcsPerCase'>, quantity: number): number {
  return Math.ceil(Math.max(quantity, moq ?? 1) / pcsPerCase) * pcsPerCase
}
