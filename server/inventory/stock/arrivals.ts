import { exactNumber } from '#shared/money.ts'
import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import { invalid } from '#shared/http/refusal.ts'
import { averageCost } from '#shared/purchasing/receipts/landed-cost.ts'
import type { Work } from '#server/kernel/work.ts'
import { lotFor } from './arriving-lots.ts'
import { lotMachine } from '#shared/inventory/stock/lot-status.ts'

export interface ArrivingItem {
  id: string
  lotControlled: boolean
}

/** Locks the items whose cost is about to change, before any of their stock. */
export async function lockItemCosts(work: Work, itemIds: readonly string[]): Promise<Map<string, ArrivingItem>> {
  const ids = [...new Set(itemIds)].toSorted()
  work.locks.take('item', ...ids)
  const { rows } = await sql<ArrivingItem>`select id, lot_controlled as "lotControlled" from items
    where id = any(${listOf(ids)}) order by id for no key update`.execute(work.tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Locks the totals of items and reads their on hand by lot: other transactions that move them have committed, or wait. For
 * commands that change a cost without moving stock, or that have locked the balances to move.
 */
export async function lockLotTotals(work: Work, itemIds: readonly string[]): Promise<Map<string, number>> {
  const ids = [...new Set(itemIds)].toSorted()
  work.locks.take('itemTotals', ...ids)
  await sql`select 1 from item_stock where item_id = any(${listOf(ids)}) order by item_id for no key update`.execute(
    work.tx,
  )
  const { rows } = await sql<{
    lotId: string
    onHand: number
  }>`select lot_id as "lotId", sum(on_hand)::bigint as "onHand"
    from stock_balance where item_id = any(${listOf(ids)}) group by 1`.execute(work.tx)
  return new Map(rows.map(({ lotId, onHand }) => [lotId, onHand]))
}

export interface ArrivedLot {
  lotNumber: string | null
  expiryDate: string | null
  noExpiry: boolean
  supplierId: string
}

/**
 * The lot that arriving goods join. Damaged goods get their own lot in quarantine, as a status applies to a whole lot. `at` is
 * the prefix of field names. Throws like `lotFor`.
 */
export async function arrivalLot(
  work: Work,
  item: ArrivingItem,
  lot: ArrivedLot,
  damaged: boolean,
  at: string,
): Promise<string> {
  const soundId = damaged ? null : await lotFor(work, { id: item.id, lot_controlled: item.lotControlled }, lot, at)
  if (soundId) return soundId
  if (!item.lotControlled && lot.lotNumber) throw invalid(`${at}lotNumber`, 'this item is not lot-tracked')
  if (item.lotControlled && !lot.lotNumber) throw invalid(`${at}lotNumber`, 'is required: this item is lot-tracked')
  return damagedLot(work, item, lot)
}

/** A quarantined lot for damaged goods, with the expiry date of the sound lot; a new one if the last was released. */
async function damagedLot(work: Work, item: ArrivingItem, lot: ArrivedLot): Promise<string> {
  for (let count = 1; ; count += 1) {
    const name = [lot.lotNumber, 'damaged', count > 1 ? count : null].filter((part) => part !== null).join(' ')
    const id = newId()
    await sql`with made as (
        insert into lots (id, item_id, lot_number, expiry_date, status, supplier_id, created_at, updated_at)
        select ${id}::uuid, ${item.id}::uuid, ${name}::text, coalesce(${lot.expiryDate}::date,
            (select expiry_date from lots where item_id = ${item.id} and lot_number = ${lot.lotNumber ?? ''})),
          'QUARANTINED', ${lot.supplierId}::uuid, ${work.now}::timestamptz, ${work.now}::timestamptz
        on conflict (item_id, lot_number) do nothing returning id)
      insert into lot_changes (lot_id, act, from_status, to_status, reason, after_entry, actor_id, at)
      select id, 'quarantine', ${lotMachine.initial}, 'QUARANTINED', 'Arrived damaged', 0, ${work.caller.userId}, ${work.now}
      from made`.execute(work.tx)
    const { rows } = await sql<{ id: string; status: string }>`select id, status from lots
      where item_id = ${item.id} and lot_number = ${name}`.execute(work.tx)
    if (rows[0]?.status === 'QUARANTINED') return rows[0].id
  }
}

export interface CostChange {
  itemId: string
  /** Received pieces; negative for a reversal. */
  quantity: number
  /** Their cost including fees; negative for a reversal. */
  value: bigint
}

/**
 * Updates every item's average cost. Call it after the stock was written (which locks the totals) and with the items locked.
 * Increments the version, so that an open form can't overwrite the cost with the old one.
 */
export async function averageCosts(
  work: Work,
  changes: readonly CostChange[],
  /** The unit of the values: minor units, or ten-thousandths as for prices. */
  unit: 'amount' | 'price' = 'amount',
): Promise<void> {
  const sums = new Map<string, { quantity: number; value: bigint }>()
  for (const { itemId, quantity, value } of changes) {
    const sofar = sums.get(itemId)
    sums.set(itemId, { quantity: quantity + (sofar?.quantity ?? 0), value: value + (sofar?.value ?? 0n) })
  }
  const { rows } = await sql<{ id: string; cost: number; onHand: number }>`select i.id, i.cost, t.on_hand as "onHand"
    from items i join item_stock t on t.item_id = i.id where i.id = any(${listOf([...sums.keys()].toSorted())})
    order by i.id`.execute(work.tx)
  const changed = rows.flatMap(({ id, cost, onHand }) => {
    const change = sums.get(id)
    if (!change) return []
    const before = { onHand: onHand - change.quantity, cost: BigInt(cost) }
    const after = averageCost(before, change, unit === 'amount' ? undefined : 1n)
    return after === before.cost ? [] : [{ id, cost: exactNumber(after), from: cost }]
  })
  if (changed.length === 0) return
  await work.tx
    .updateTable('items as i')
    .from(
      sql<{
        id: string
        cost: number
      }>`unnest(${listOf(changed.map((one) => one.id))}, ${changed.map((one) => one.cost)}::bigint[])`.as<'c'>(
        sql`c(id, cost)`,
      ),
    )
    .set((eb) => ({ cost: eb.ref('c.cost'), version: sql<number>`i.version + 1`, updated_at: work.now }))
    .whereRef('i.id', '=', 'c.id')
    .execute()
  await work.tx
    .insertInto('price_changes')
    .columns(['item_id', 'price', 'old_amount', 'new_amount', 'actor_id', 'at'])
    .expression(sql`select c.id, 'cost', c.from_cost, c.cost, ${work.caller.userId}, ${work.now}
    from unnest(${listOf(changed.map((one) => one.id))}, ${changed.map((one) => one.from)}::bigint[],
      ${changed.map((one) => one.cost)}::bigint[]) as c(id, from_cost, cost)`)
    .execute()
  for (const { id, from, cost } of changed) work.audit('item.costAveraged', 'product', id, { from, to: cost })
}
