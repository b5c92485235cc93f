import { expect, test } from 'vitest'
import type { Transfer } from '#shared/inventory/transfers/api.ts'
import { kitTables, newKit } from '#web/inventory/kits/kit-values.ts'
import { newProduct, productTables } from '#web/inventory/public/product-values.ts'
import { newTransfer, transferTables } from '#web/inventory/transfers/transfer-values.ts'
import { purchaseTables } from '#web/purchasing/orders/purchase-tables.ts'
import { blankFee, blankLine as blankCost, newPurchase } from '#web/purchasing/orders/purchase-values.ts'
import { orderTables } from '#web/sales/order-editor/order-tables.ts'
import { blankFee as blankCharge, blankLine, newOrder } from '#web/sales/order-editor/order-values.ts'
import { lineChanges, type LineTables } from './line-changes.ts'

/** The texts that the form shows for a line before and after a change. */
function wordsOf<Values extends object, R>(
  tables: LineTables<Values, R>,
  name: keyof Values & string,
  was: Values,
  is: Values,
  records: [R, R],
) {
  const [before, now] = [
    { values: was, record: records[0] },
    { values: is, record: records[1] },
  ]
  return lineChanges(tables, name, before, now).lines.map(({ kind, name: line, detail, fields }) =>
    kind === 'changed'
      ? [line, ...fields.map((field) => `${field.label}: ${field.was} → ${field.is}`)]
      : [kind, line, detail],
  )
}
const item = { id: 'i', label: 'Gloves', cost: '1' }

test('[RT-06] changed order lines show customer price, manual price and tax as the order form does', () => {
  const tiers = { retail: '2', wholesale: null, distributor: null, highVolume: null }
  const product = { id: 'i', sku: 'G', label: 'Gloves', price: '3', priceTiers: tiers, moq: null }
  const customer = { id: 'c', label: 'Clinic', tier: 'retail', taxExempt: false } as const
  const order = (lines: object, charges: object) => ({
    ...newOrder,
    customer,
    lines: [{ ...blankLine, product, quantity: 10, tax: 'VAT', ...lines }],
    charges: [{ ...blankCharge, name: 'Freight', unitPrice: '20', ...charges }],
  })
  const [was, is] = [order({}, {}), order({ quantity: 1200, unitPrice: '1.5', tax: '' }, { unitPrice: '25' })]
  expect(wordsOf(orderTables, 'lines', was, is, [null, null])).toEqual([
    [
      'Gloves',
      'Quantity: 10 → 1,200',
      'Price tier: Retail → Manual price',
      'Unit price: 2.00 → 1.50',
      'Tax: VAT → Tax exempt',
    ],
  ])
  expect(wordsOf(orderTables, 'charges', was, is, [null, null])).toEqual([['Freight', 'Unit price: 20.00 → 25.00']])
})

test('[RT-06] changed lines and fees of a purchase order show the values of its form', () => {
  const purchase = (line: object, fees: object[]) => ({
    ...newPurchase,
    lines: [{ ...blankCost, item: item as never, quantity: 5, unitCost: '1', ...line }],
    fees: fees.map((fee) => ({ ...blankFee, ...fee })),
  })
  const was = purchase({}, [
    { label: 'Sea', amount: '10' },
    { kind: 'customs', amount: '5' },
  ])
  const is = purchase({ unitCost: '1.25', expectedDate: '2026-12-20' }, [
    { kind: 'customs', amount: '7.5' },
    { label: 'Air', amount: '30' },
  ])
  expect(wordsOf(purchaseTables, 'lines', was, is, [null, null])).toEqual([
    ['Gloves', 'Unit cost: 1.00 → 1.25', 'Expected:  → 20 Dec 2026'],
  ])
  expect(wordsOf(purchaseTables, 'fees', was, is, [null, null])).toEqual([
    ['Customs', 'Amount: 5.00 → 7.50'],
    ['added', 'Air', '30.00'],
    ['removed', 'Sea', ''],
  ])
})

test('[RT-06] changed lines of transfers are named by item and lot; those of kits and products by item', () => {
  const transfer = (lotId: string, quantity: number) => ({ ...newTransfer, lines: [{ item, lotId, quantity }] })
  const record = (lotNumber: string) =>
    ({ transferLines: [{ lot: { id: lotNumber.toLowerCase(), lotNumber } }] }) as unknown as Transfer
  const records: [Transfer, Transfer] = [record('L1'), record('L2')]
  expect(wordsOf(transferTables, 'lines', transfer('l1', 1), transfer('l2', 4), records)).toEqual([
    ['Gloves, lot L1', 'Quantity: 1 → 4', 'Lot: L1 → L2'],
  ])
  expect(wordsOf(transferTables, 'lines', transfer('', 1), transfer('l2', 1), records)).toEqual([
    ['Gloves', 'Lot: First to expire → L2'],
  ])
  const kit = (quantity: number) => ({ ...newKit, components: [{ item, quantity }] })
  expect(wordsOf(kitTables, 'components', kit(1), kit(2), [null, null])).toEqual([['Gloves', 'Quantity: 1 → 2']])
  const product = (quantity: number) => ({
    ...newProduct,
    billOfMaterials: { kind: 'made' as const, parts: [{ material: item, quantity }] },
  })
  expect(wordsOf(productTables, 'billOfMaterials', product(0.5), product(2), [null, null])).toEqual([
    ['Gloves', 'Quantity: 0.5 → 2'],
  ])
})

test('[RT-06] all tables of the order, purchase order, transfer and kit forms have texts for their changes', () => {
  // An order's taxes are calculated from its lines.
  const tablesOf = (values: object) =>
    Object.entries(values).flatMap(([name, value]) => (Array.isArray(value) && name !== 'taxes' ? [name] : []))
  expect(Object.keys(orderTables)).toEqual(tablesOf(newOrder))
  expect(Object.keys(purchaseTables)).toEqual(tablesOf(newPurchase))
  expect(Object.keys(transferTables)).toEqual(tablesOf(newTransfer))
  expect(Object.keys(kitTables)).toEqual(tablesOf(newKit))
})
