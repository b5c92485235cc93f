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
  /** '' is the order's expected date. */
  expectedDate: string
}
export type FeeValues = { kind: FeeKind; label: string; amount: string }

/** The values of the purchase order form. */
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

/** A line for a picked item, with its current cost. */
export const lineOf = (item: PurchaseItem, quantity: number | null, unitCost = item.cost): PurchaseLineValues => ({
  ...blankLine,
  item: boughtItem(item),
  quantity,
  unitCost,
})

/** The indexes of the lines to send: blank lines are left out, unless all are blank. */
function sentLines({ lines }: PurchaseValues): number[] {
  const filled = lines.flatMap((line, at) => (isBlank(line) ? [] : [at]))
  return filled.length > 0 ? filled : [0]
}

type Body = Call<(typeof purchasingApi.createPurchaseOrder)['spec']>['body']

/** The request body. Missing values stay undefined, so that the schema reports them. */
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

/** Maps a body path to its form field: `lines.1.itemId` → `lines.2.item` below a blank line. */
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

/** The values of a copy: the same supplier, lines and fees, without dates and reference. */
export const copiedPurchase = (order: PurchaseOrder): PurchaseValues => {
  const values = purchaseValues(order)
  const lines = values.lines.map((line) => ({ ...line, expectedDate: '' }))
  return { ...values, lines, expectedDate: '', reference: '' }
}

/** In minor units; null if quantity or cost is missing or invalid. */
export function lineTotal({ quantity, unitCost }: PurchaseLineValues): bigint | null {
  const cost = parseDecimal(unitCost, priceScale)
  if (quantity === null || !Number.isSafeInteger(quantity) || quantity < 0 || cost === null) return null
  return lineAmount(quantity, cost)
}

export const purchaseFees = (fees: PurchaseValues['fees']): bigint =>
  fees.reduce((sum, { amount }) => sum + (parseDecimal(amount, 2) ?? 0n), 0n)

/** The sum of the lines and fees so far, in minor units. */
export const purchaseTotal = ({ lines, fees }: Pick<PurchaseValues, 'lines' | 'fees'>): bigint =>
  lines.reduce((sum, line) => sum + (lineTotal(line) ?? 0n), purchaseFees(fees))

/** The next valid quantity for the supplier: at least the MOQ, in whole cases. */
export function roundUp({ moq, pcsPerCase }: Pick<PurchaseItem, 'moq' | 'pcsPerCase'>, quantity: number): number {
  return Math.ceil(Math.max(quantity, moq ?? 1) / pcsPerCase) * pcsPerCase
}
