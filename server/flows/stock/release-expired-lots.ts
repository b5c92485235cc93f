import { sql } from 'kysely'
import { businessDate } from '#shared/dates.ts'
import { command, type CommandDeps } from '#server/kernel/command.ts'
import { eachApart } from '#server/kernel/each-apart.ts'
import { systemCaller } from '#server/kernel/work.ts'
import { lockOrders } from '#server/sales/orders/order-lock.ts'
import { expiredParcels } from '#server/sales/orders/stopped-goods.ts'
import { replaceUnusableLots } from './block-lots.ts'
import { lockInvoices } from './withdraw-stock.ts'
import { hasExpired } from '#server/kernel/usable-lots.ts'

const batchSize = 500

/** For shipments that are packed already: announces once that they are stopped. */
export async function notifyExpiredParcels(deps: CommandDeps): Promise<void> {
  const today = businessDate(deps.clock(), deps.timeZone())
  const ids = await expiredParcels(deps.database.db, today, batchSize)
  if (ids.length === 0) return
  await command(
    deps,
    { caller: systemCaller, route: 'tell expired parcels', status: 204 },
    async (work) => {
      for (const id of ids) {
        work.audit('order.stopped', 'salesOrder', id, { reason: `A lot in it has expired by ${today}` })
        work.announce('sales_order_updated', { salesOrderId: id })
      }
    },
    () => '',
  )
}

/** Orders with commitments to an expired lot get other lots, or are backordered: one transaction each. */
export async function releaseExpiredLots(deps: CommandDeps): Promise<void> {
  const today = businessDate(deps.clock(), deps.timeZone())
  const { rows } = await sql<{ id: string }>`select distinct k.source_id as id from lots l
    join commitment k on k.item_id = l.item_id and k.lot_id = l.id and k.state = 'open'
    where ${hasExpired('l', today)} and l.id <> l.item_id and k.source_type = 'sales_order'
    order by k.source_id limit ${batchSize}`.execute(deps.database.db)
  const ids = rows.map((row) => row.id)
  await eachApart(ids, (id) =>
    command(
      deps,
      { caller: systemCaller, route: 'expire promises', status: 204 },
      async (work) => {
        const [order] = await lockOrders(work, [id])
        work.audit('order.lotsExpired', 'salesOrder', id)
        if (!order) return
        await lockInvoices(work, [order])
        await replaceUnusableLots(work, order, 'Its lot has expired')
      },
      () => '',
    ),
  )
}

/** Rolls back a command that has nothing to change. */
class NothingDue extends Error {}

/** Updates available quantities after lots have expired, and with them stock status and low-stock notifications. */
export async function renewAvailable(deps: CommandDeps): Promise<void> {
  let renewed: { id: string }[]
  do {
    renewed = []
    await command(
      deps,
      { caller: systemCaller, route: 'renew available', status: 204 },
      async (work) => {
        const { rows } = await sql<{
          id: string
        }>`select renew_unsellable(company_today(), ${batchSize}::integer) as id`.execute(work.tx)
        renewed = rows
        if (rows.length === 0) throw new NothingDue()
        for (const { id } of rows) {
          work.audit('product.lotsExpired', 'product', id)
          work.announce('inventory_updated', { itemId: id, warehouse: '' })
        }
      },
      () => '',
    ).catch((error: unknown) => {
      if (!(error instanceof NothingDue)) throw error
    })
  } while (renewed.length === batchSize)
}
