import { expect, test } from 'vitest'
import { kitLabels } from '#web/inventory/kits/kit-values.ts'
import { productLabels } from '#web/inventory/public/product-labels.ts'
import { rawMaterialLabels } from '#web/inventory/raw-materials/raw-material-values.ts'
import { transferLabels } from '#web/inventory/transfers/transfer-values.ts'
import type { ChangedLine } from './changed-lines/changed-tables.ts'
import { fieldLabel } from './field-labels.ts'
import { changesBetween } from './latest-record.ts'

/** Labels of each form's fields, by the record's type in one word. */
const forms: Record<string, Record<string, string>> = {
  kit: kitLabels,
  product: productLabels,
  'raw material': rawMaterialLabels,
  transfer: transferLabels,
}

test.each(Object.entries(forms))('[RT-06] a changed field of a %s has the label of its form', (what, labels) => {
  const fields = Object.keys(labels).filter((name) => !name.includes('.'))
  expect(fields.map((name) => fieldLabel(what, name))).toEqual(fields.map((name) => labels[name]))
})

test('[RT-06] lists a field that both users changed once, even if form and record name it differently', () => {
  const named = (name: string) => ({ account: { id: name, name } })
  expect(changesBetween('order', named('Here'), named('There'), { both: ['customer'] })).toEqual([
    { field: 'Customer', was: 'Here', is: 'There', isBoth: true },
  ])
  expect(changesBetween('route', {}, {}, { both: ['vehicleId'] })).toEqual([{ field: 'Vehicle', isBoth: true }])
})

test('[RT-06] lists lines that the other user changed once: with the counts, or only the name if the counts are equal', () => {
  const changed = { both: [], lines: ['lines', 'taxes'] }
  expect(changesBetween('order', { lines: 2 }, { lines: 3 }, changed)).toEqual([
    { field: 'Lines', was: '2', is: '3', isBoth: false },
  ])
  expect(changesBetween('transfer', { lines: 2 }, { lines: 2 }, changed)).toEqual([{ field: 'Items', isBoth: false }])
})

test('[RT-06] lists a table with its changed lines instead of counts and totals; omits a table without changes', () => {
  const table = (name: string, lines: object[]) => ({
    name,
    lines,
    isMoved: false,
    isMovedToo: false,
    isReplaced: false,
  })
  const line = { kind: 'added', name: 'Gauze', detail: '4', fields: [], mine: undefined }
  const tables = [table('lines', [line]), table('charges', [])] as never
  const changed = { both: ['lines', 'charges'], lines: ['lines', 'charges'], tables }
  expect(
    changesBetween(
      'order',
      { lines: 2, subtotal: '1', charges: [] },
      { lines: 3, subtotal: '2', charges: [{ name: 'Freight' }] },
      changed,
    ),
  ).toEqual([{ field: 'Lines', isBoth: false, table: table('lines', [line]) }])
})

test('[RT-06] omits tax and totals that follow from listed changes; lists them if nothing else explains the change', () => {
  const order = { tax: '1.00', notes: 'a', discount: null as object | null }
  const tax = { field: 'Tax', was: '1.00', is: '2.00', isBoth: false }
  const fieldsOf = (is: object, changed?: Parameters<typeof changesBetween>[3]) =>
    changesBetween('order', order, { ...order, ...is }, changed).map(({ field }) => field)
  const line: ChangedLine = { kind: 'removed', name: 'Gauze', detail: '', fields: [], mine: undefined }
  const table = { name: 'lines', lines: [line], isMoved: false, isMovedToo: false, isReplaced: false }
  expect(fieldsOf({ tax: '2.00', notes: 'b' }, { both: [], tables: [table] })).toEqual(['Notes', 'Lines'])
  expect(fieldsOf({ tax: '2.00', notes: 'b' })).toEqual(['Tax', 'Notes'])
  expect(changesBetween('order', order, { ...order, tax: '2.00' })).toEqual([tax])
  const discount = { kind: 'percent', value: '5', amount: '3.00' }
  expect(changesBetween('order', order, { ...order, tax: '2.00', discount })).toEqual([
    { field: 'Discount', was: '–', is: '5 %', isBoth: false },
  ])
  expect(
    changesBetween('kit', { cost: '1' }, { cost: '2' }, { both: [], tables: [{ ...table, name: 'components' }] }),
  ).toEqual([{ field: 'Items', isBoth: false, table: { ...table, name: 'components' } }])
  expect(
    changesBetween(
      'product',
      { cost: '1' },
      { cost: '2' },
      { both: [], tables: [{ ...table, name: 'billOfMaterials' }] },
    ),
  ).toHaveLength(2)
  expect(changesBetween('settings', { taxes: 'VAT (5%)' }, { taxes: 'VAT (7%)' })).toEqual([
    { field: 'Taxes', was: 'VAT (5%)', is: 'VAT (7%)', isBoth: false },
  ])
})

test('[RT-06] shows an address by its name, or else in one line', () => {
  const [dock, main] = [
    { id: 'd', name: 'Dock 3', address: 'Quay 3', country: 'Peru' },
    { id: null, name: null, address: 'Main St 1', country: 'Peru' },
  ]
  expect(changesBetween('order', { shipTo: main }, { shipTo: dock })).toEqual([
    { field: 'Ship to', was: 'Main St 1, Peru', is: 'Dock 3', isBoth: false },
  ])
})

test('[RT-06] omits totals that follow from the lines; formats numbers with separators', () => {
  const was = { ordered: 11_080, goodsTotal: '750.80', pieces: 300, lowStockThreshold: 900 }
  const is = { ordered: 1_480, goodsTotal: '549.20', pieces: 200, lowStockThreshold: 1_000 }
  expect(changesBetween('purchase order', was, is)).toEqual([
    { field: 'Low stock threshold', was: '900', is: '1,000', isBoth: false },
  ])
})
