import { expect, test } from 'vitest'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { blankPart, receiptOfDraft } from './receive-values.ts'

test('[PO-01] a receipt draft drops lines that can receive nothing more and adds rows for those that still can', () => {
  const line = (id: string, receivable: number) => ({ id, receivable })
  const order = { orderLines: [line('gauze', 4), line('gloves', 0), line('vaccine', 9)] } as PurchaseOrder
  const typed = [
    { ...blankPart('gloves'), quantity: 7 },
    { ...blankPart('vaccine'), quantity: 3, lotNumber: 'A' },
    { ...blankPart('vaccine'), quantity: 2, lotNumber: 'B' },
  ]
  const draft = { receivedDate: '2026-11-20', deliveryNote: 'DN-1', notes: '', parts: typed }
  expect(receiptOfDraft(order, '2026-11-27', draft)).toEqual({
    ...draft,
    parts: [blankPart('gauze'), typed[1], typed[2]],
  })
})
