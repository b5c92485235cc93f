import { expect, test } from 'vitest'
import { kitLabels } from '#web/inventory/kits/kit-values.ts'
import { productLabels } from '#web/inventory/public/product-labels.ts'
import { rawMaterialLabels } from '#web/inventory/raw-materials/raw-material-values.ts'
import { transferLabels } from '#web/inventory/transfers/transfer-values.ts'
import { fieldLabel } from './field-labels.ts'
import { changesBetween } from './latest-record.ts'

/** Labels of each form's fields, by the record's type in one word. */
const forms: Record<string, Record<string, string>> = {
  kit: kitLabels,
  product: productLabels,
  'raw material': rawMaterialLabels,
  transfer: transferLabels,
}

test.each(Object.entries(forms))('[RT-06] a change of a %s is named as its form names the field', (what, labels) => {
  const fields = Object.keys(labels).filter((name) => !name.includes('.'))
  expect(fields.map((name) => fieldLabel(what, name))).toEqual(fields.map((name) => labels[name]))
})

test('[RT-06] what both have changed is listed once, whatever the form and the record call it', () => {
  const named = (name: string) => ({ account: { id: name, name } })
  expect(changesBetween('order', named('Here'), named('There'), { both: ['customer'] })).toEqual([
    { field: 'Customer', was: 'Here', is: 'There', isBoth: true },
  ])
  expect(changesBetween('route', {}, {}, { both: ['vehicleId'] })).toEqual([{ field: 'Vehicle', isBoth: true }])
})

test('[RT-06] lines that the other has changed are told once: by their number, or by name where that is the same', () => {
  const changed = { both: [], lines: ['lines', 'taxes'] }
  expect(changesBetween('order', { lines: 2 }, { lines: 3 }, changed)).toEqual([
    { field: 'Lines', was: '2', is: '3', isBoth: false },
  ])
  expect(changesBetween('transfer', { lines: 2 }, { lines: 2 }, changed)).toEqual([{ field: 'Items', isBoth: false }])
})

test('[RT-06] of a table whose lines are told, neither their number nor their names are; one without changes is left out', () => {
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

test('[RT-06] what follows from the lines is no change of its own, and numbers are written as elsewhere', () => {
  const was = { ordered: 11_080, goodsTotal: '750.80', pieces: 300, lowStockThreshold: 900 }
  const is = { ordered: 1_480, goodsTotal: '549.20', pieces: 200, lowStockThreshold: 1_000 }
  expect(changesBetween('purchase order', was, is)).toEqual([
    { field: 'Low stock threshold', was: '900', is: '1,000', isBoth: false },
  ])
})
