import { sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import { formatPrice } from '#shared/money.ts'
import { PurchaseInput, ReceiptInput } from '#shared/purchasing/orders/purchase-input.ts'
import type { Work } from '#server/kernel/work.ts'
import { receivePurchase } from '#server/flows/purchasing/receive-purchase.ts'
import { cancelPurchase, submitPurchase } from '#server/purchasing/orders/purchase-actions.ts'
import { createPurchaseOrder } from '#server/purchasing/orders/purchase-draft.ts'
import { getPurchaseOrder } from '#server/purchasing/orders/purchase-view.ts'

type On = <T>(daysAgo: number, act: (work: Work) => Promise<T>) => Promise<T>
interface Bought {
  id: string
  supplier: string
  place: string
  cost: number
  pack: number
  lots: boolean
}

/** Ordered days ago, expected days later, and how much has arrived: nothing, half, or all. */
const plan = [
  { daysAgo: 58, takes: 12, arrived: 1, freight: '180.00' },
  { daysAgo: 33, takes: 14, arrived: 1, freight: '95.50' },
  { daysAgo: 16, takes: 12, arrived: 0.5, freight: '240.00' },
  { daysAgo: 9, takes: 15, arrived: 0, freight: null },
  { daysAgo: 5, takes: 14, arrived: 'cancelled', freight: null },
  { daysAgo: 1, takes: 21, arrived: 'draft', freight: '60.00' },
] as const

/** The demo company's purchase orders: received, in transit, late, cancelled, and a draft. */
export async function loadPurchases(on: On, today: string): Promise<void> {
  const items = await on(0, async (work) => {
    work.audit('demo.purchases', 'purchaseOrder', null)
    const { rows } =
      await sql<Bought>`select id, supplier_id as supplier, location_id as place, cost, pcs_per_case as pack,
        lot_controlled as lots from items i where kind = 'product' and supplier_id is not null and deleted_at is null
        and not exists (select 1 from bill_of_materials b where b.product_id = i.id)
      order by sku`.execute(work.tx)
    return rows
  })
  const suppliers = [...new Set(items.map(({ supplier }) => supplier))]
  for (const [index, { daysAgo, takes, arrived, freight }] of plan.entries()) {
    const mine = items.filter(({ supplier }) => supplier === suppliers[index % suppliers.length])
    const lines = mine.slice(0, 3).map(({ id, cost, pack }) => ({
      itemId: id,
      quantity: pack * 2,
      unitCost: formatPrice(cost),
    }))
    const input = PurchaseInput.parse({
      supplierId: mine[0]?.supplier,
      locationId: mine[0]?.place,
      expectedDate: addDays(today, takes - daysAgo),
      reference: `Q-${4100 + index}`,
      lines,
      fees: freight ? [{ kind: 'freight', label: 'Sea freight', amount: freight }] : [],
    })
    const id = await on(daysAgo, (work) => createPurchaseOrder(work, input))
    if (arrived === 'draft') continue
    await on(daysAgo - 0.2, (work) => submitPurchase(work, id))
    if (arrived === 'cancelled') {
      await on(daysAgo - 1, (work) => cancelPurchase(work, id, { reason: 'Another supplier delivers sooner' }))
    } else if (arrived > 0) await on(daysAgo - takes + 1, (work) => receive(work, id, arrived, mine, index, today))
  }
}

async function receive(work: Work, id: string, part: number, items: Bought[], index: number, today: string) {
  const { orderLines } = await getPurchaseOrder(work.tx, id, work.caller.userId)
  const lines = orderLines.map((line) => ({
    lineId: line.id,
    quantity: Math.ceil(line.quantity * part),
    ...(items.find((one) => one.id === line.item.id)?.lots && {
      lotNumber: `PO${index + 1}-${line.item.sku}`,
      expiryDate: addDays(today, 400 + index * 30),
    }),
  }))
  await receivePurchase(work, id, 0, ReceiptInput.parse({ deliveryNote: `DN-${7000 + index}`, lines }))
}
