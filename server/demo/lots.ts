import { sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import { AddStock, ReduceStock } from '#shared/inventory/stock/stock-changes.ts'
import { changeLot } from '#server/flows/stock/block-lots.ts'
import { getOrder } from '#server/sales/orders/order-view.ts'
import {
  assignOrder,
  failDelivery,
  handOverOrder,
  replanOrder,
  unassignOrder,
} from '#server/flows/orders/deliver-order.ts'
import { markReadyForShipping, reverseOrder } from '#server/flows/orders/ready-for-shipping.ts'
import { closeRecall, startRecall } from '#server/flows/stock/start-recall.ts'
import { addStock, reduceStock } from '#server/inventory/stock/adjustments.ts'
import { bookReturn, notifyCustomer } from '#server/inventory/recalls/recall-actions.ts'
import { getRecall } from '#server/inventory/recalls/recalls.ts'
import type { On } from './on-day.ts'

/**
 * Lots that expired before they were sold: lot, a lot of the same item, pieces; days ago of receipt and expiry; scrapped
 * pieces, and how many days later.
 */
const outdated: readonly (readonly [string, string, number, number, number, number, number])[] = [
  ['OX844', 'OX900', 30, 75, 48, 30, 3],
  ['DT1098', 'DT1207', 14, 70, 26, 10, 5],
  ['ML307', 'ML330', 40, 60, 12, 0, 0],
]

/** Problem lots: some expired, one on hold, one in quarantine, a closed recall and an open one. */
export async function addProblemLots(on: On, today: string): Promise<void> {
  const known = await on(0.9, async (work) => {
    work.audit('demo.looked', 'lot', null)
    const found = await sql<{ id: string; lot_number: string; item_id: string; home: string }>`
      select l.id, l.lot_number, l.item_id, i.location_id as home from lots l join items i on i.id = l.item_id`.execute(
      work.tx,
    )
    return found.rows
  })
  const lots = new Map(known.map((row) => [row.lot_number, row]))
  const lot = (number: string) => lots.get(number)?.id ?? ''
  const item = (number: string) => lots.get(number)?.item_id ?? ''
  const arrive = (daysAgo: number, lotNumber: string, of: string, quantity: number, days: number) =>
    on(daysAgo, (work) =>
      addStock(
        work,
        item(of),
        AddStock.parse({ quantity, reason: 'return', lotNumber, expiryDate: addDays(today, days) }),
      ),
    )
  for (const [lotNumber, of, pieces, came, ended, scrapped, later] of outdated) {
    await arrive(came, lotNumber, of, pieces, -ended)
    if (scrapped > 0)
      await on(ended - later, async (work) => {
        const { rows } = await sql<{ id: string }>`select id from lots where lot_number = ${lotNumber}`.execute(work.tx)
        const taken = { quantity: scrapped, reason: 'other', customReason: 'Expired', lotId: rows[0]?.id }
        await reduceStock(work, item(of), ReduceStock.parse(taken))
      })
  }
  await arrive(0.8, 'OX871', 'OX900', 36, -9)
  await arrive(0.8, 'DT1151', 'DT1207', 6, -2)
  await on(0.7, (work) => changeLot(work, lot('AX119'), 'hold', 'Supplier asks us to check the seals'))
  await on(0.7, (work) => changeLot(work, lot('DT1180'), 'quarantine', 'Stood at 34 °C for a night'))

  const over = await on(0.6, (work) =>
    startRecall(work, {
      lotIds: [lot('IN5510')],
      reason: 'Cold chain broken on its way to us',
      instruction: 'Do not use it. Keep it apart and tell us how much you have.',
    }),
  )
  await notifyCustomers(on, 0.5, over.id, Number.POSITIVE_INFINITY)
  await callBack(on, over.id)
  await on(0.4, (work) => closeRecall(work, over.id, 'Everybody was reached; the supplier replaces what is left.'))

  const open = await on(0.3, (work) =>
    startRecall(work, {
      lotIds: [lot('NC44')],
      reason: 'The manufacturer found a hairline crack in some bags',
      instruction: 'Press every bag; send back those that leak, and keep the others apart until we call.',
    }),
  )
  await notifyCustomers(on, 0.2, open.id, 2)
  await on(0.1, async (work) => {
    const { customers } = await getRecall(work.tx, open.id, true)
    const [customer] = customers
    const goods = customer?.goods[0]
    work.audit('demo.looked', 'recall', open.id)
    if (!customer || !goods) return
    await bookReturn(work, open.id, {
      accountId: customer.id,
      lotId: goods.lotId,
      locationId: lots.get('NC44')?.home ?? '',
      quantity: Math.ceil(goods.quantity / 3),
      note: 'First pallet',
    })
  })
}

/** Goods in transit or packed come back, and other lots are packed. */
async function callBack(on: On, recallId: string): Promise<void> {
  const { orders } = await on(0.5, async (work) => {
    work.audit('demo.looked', 'recall', recallId)
    return getRecall(work.tx, recallId, true)
  })
  for (const { id, place, status } of orders) {
    if (place === 'underway' && status !== 'FAILED_DELIVERY') {
      await on(0.45, (work) =>
        failDelivery(work, id, { failureReason: 'OTHER', note: 'Called back: a lot is recalled' }),
      )
    }
    if (place === 'underway') await on(0.44, (work) => replanOrder(work, id))
    if (status === 'FOR_SHIPPING') await on(0.44, (work) => unassignOrder(work, id))
    if (place === 'customer') continue
    await on(0.43, (work) => reverseOrder(work, id, 'A lot in the parcel is recalled'))
    if (place === 'underway') await sendAgain(on, id)
  }
}

/** With other lots, if there are any. */
async function sendAgain(on: On, id: string): Promise<void> {
  const isComplete = await on(0.42, async (work) => {
    work.audit('demo.looked', 'salesOrder', id)
    return (await getOrder(work.tx, id, false)).status === 'PROCESSING'
  })
  if (!isComplete) return
  await on(0.42, (work) => markReadyForShipping(work, id))
  await on(0.41, (work) => assignOrder(work, id, { method: 'own_driver', carrier: null, trackingNumber: null }))
  await on(0.41, (work) => handOverOrder(work, id))
}

async function notifyCustomers(on: On, daysAgo: number, recallId: string, maxCustomers: number): Promise<void> {
  const customers = await on(daysAgo, async (work) => {
    work.audit('demo.looked', 'recall', recallId)
    return (await getRecall(work.tx, recallId, true)).customers
  })
  for (const [at, { id }] of customers.entries()) {
    if (at >= maxCustomers) return
    await on(daysAgo, (work) =>
      notifyCustomer(work, recallId, id, { how: at % 2 === 0 ? 'phone' : 'visit', note: 'Spoke to the pharmacist' }),
    )
  }
}
