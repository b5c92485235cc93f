import { type RawBuilder, sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import type { Work } from '#server/kernel/work.ts'
import { queueBackOrdersAfter } from './back-orders.ts'
import { type Balance, keyOf, type StockEntry, type StockSource } from './stock-entry.ts'

const byKey = (a: StockEntry, b: StockEntry) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0)

/**
 * The only writer of stock. Locks the balances of the entries in the order of (item, location, lot), checks that none falls below
 * zero or below committed, then writes entries, balances and totals in one statement. Throws INSUFFICIENT_STOCK with `details: [{
 * itemId, locationId, lotId, onHand, committed, wanted }]`.
 */
export async function writeStock(work: Work, source: StockSource, entries: readonly StockEntry[]): Promise<void> {
  if (entries.length === 0) return
  assertNoShortage(entries, await lockBalances(work, entries))
  await bookLocked(work, source, entries)
}

/**
 * Locks the balances of the entries in the order of (item, location, lot) and reads them; creates missing balances that receive
 * goods.
 */
export async function lockBalances(work: Work, entries: readonly StockEntry[]): Promise<Balance[]> {
  const sorted = entries.toSorted(byKey)
  const keys = [...new Map(sorted.map((entry) => [keyOf(entry), entry])).values()]
  const items = keys.map((key) => key.itemId)
  const locations = keys.map((key) => key.locationId)
  const lots = keys.map((key) => key.lotId)
  const named = sql`unnest(${listOf(items)}, ${locations}::uuid[], ${lots}::uuid[])`
  work.locks.take('stock', ...keys.map(keyOf))
  if (sorted.some((entry) => entry.dOnHand > 0)) {
    // Rows must exist before they can be locked; the sorted insert waits in the same order as all transactions.
    await work.tx
      .insertInto('stock_balance')
      .columns(['item_id', 'location_id', 'lot_id', 'on_hand', 'committed'])
      .expression(sql`select *, 0, 0 from ${named}`)
      .onConflict((oc) => oc.doNothing())
      .execute()
  }
  const { rows } = await sql<Balance>`select b.item_id as "itemId", b.location_id as "locationId", b.lot_id as "lotId",
      b.on_hand as "onHand", b.committed
    from stock_balance b join ${named} as k(item_id, location_id, lot_id)
      on b.item_id = k.item_id and b.location_id = k.location_id and b.lot_id = k.lot_id
    order by b.item_id, b.location_id, b.lot_id for no key update of b`.execute(work.tx)
  return rows
}

/**
 * Writes entries, balances and totals in one statement, and `beside` with them (a comma and CTEs, which may read the entries as
 * `e`). The caller must have locked and checked all balances; the constraints of stock_balance refuse shortages all the same.
 * Entries of one call are one operation and share an op_id, so that outputs are explained by inputs.
 */
export async function bookLocked(
  work: Work,
  source: StockSource,
  entries: readonly StockEntry[],
  beside: RawBuilder<unknown> = sql``,
): Promise<void> {
  const sorted = entries.toSorted(byKey)
  const items = sorted.map((entry) => entry.itemId)
  work.locks.take('stock', ...sorted.map(keyOf))
  work.locks.take('itemTotals', ...new Set(items))
  await sql`with e as (
      select * from unnest(${listOf(sorted.map((entry) => entry.itemId))}, ${sorted.map((entry) => entry.locationId)}::uuid[],
        ${sorted.map((entry) => entry.lotId)}::uuid[], ${sorted.map((entry) => entry.effect)}::text[],
        ${sorted.map((entry) => entry.dOnHand)}::int[], ${sorted.map((entry) => entry.dCommitted)}::int[],
        ${sorted.map((entry) => entry.lineId)}::uuid[], ${sorted.map((entry) => entry.of?.id ?? source.id)}::uuid[],
        ${sorted.map((entry) => entry.of?.cycle ?? source.cycle)}::int[],
        ${sorted.map((entry) => entry.reason ?? source.reason)}::text[],
        ${sorted.map((entry) => (entry.reason ? entry.customReason : source.customReason) ?? null)}::text[])
        as e(item_id, location_id, lot_id, effect, d_on_hand, d_committed, line_id, source_id, cycle, reason, custom_reason))${beside},
    changed as (
      update stock_balance b set on_hand = b.on_hand + s.on_hand, committed = b.committed + s.committed
      from (select item_id, location_id, lot_id, sum(d_on_hand) as on_hand, sum(d_committed) as committed
        from e group by 1, 2, 3) s
      where b.item_id = s.item_id and b.location_id = s.location_id and b.lot_id = s.lot_id returning 1),
    locked as materialized (
      select item_id from item_stock where item_id in (select item_id from e) order by item_id for no key update),
    totals as (
      update item_stock t set on_hand = t.on_hand + s.on_hand, committed = t.committed + s.committed,
        entries = t.entries + s.entries
      from (select item_id, sum(d_on_hand) as on_hand, sum(d_committed) as committed,
          count(distinct (line_id, effect, location_id, lot_id)) as entries from e group by 1) s
      join locked using (item_id)
      -- After the balances: what of them can't be sold is read from them (trigger item_stock_unsellable).
      join (select count(*) as n from changed) balances on balances.n >= 0
      where t.item_id = s.item_id)
    insert into stock_entry (op_id, effect, item_id, location_id, lot_id, d_on_hand, d_committed,
      source_type, source_id, source_line_id, cycle, reason, custom_reason, actor_id, at)
    select ${newId()}::uuid, e.effect, e.item_id, e.location_id, e.lot_id, sum(e.d_on_hand), sum(e.d_committed),
      ${source.type}, e.source_id, e.line_id, e.cycle, e.reason, e.custom_reason,
      ${work.caller.userId}, ${source.at ?? work.now}
    from e group by e.source_id, e.cycle, e.line_id, e.effect, e.item_id, e.location_id, e.lot_id, e.reason, e.custom_reason
    -- What leaves stands before what comes: on hand never shows more than there is. What comes and leaves again, such as rejected
    -- pieces, stands last: on hand never shows less than zero.
    order by e.item_id,
      case when sum(e.d_on_hand) > 0 then 1
        when bool_or(sum(e.d_on_hand) > 0) over (partition by e.item_id, e.location_id, e.lot_id) then 2 else 0 end,
      e.location_id, e.lot_id`.execute(work.tx)
  await queueBackOrdersAfter(work, sorted)
  for (const itemId of new Set(items)) {
    const entry = sorted.find((one) => one.itemId === itemId)
    work.announce('inventory_updated', { itemId, warehouse: entry?.locationId ?? '' })
  }
  work.announce('inventory_transaction', { transactionId: source.id })
}

/** All stock of one item, locked until the commit. */
export interface LockedItem {
  balances: Balance[]
  /** The number of entries that have moved it. */
  position: number
}

/**
 * Locks all stock of an item: its balances, those at `places` (created if missing), and its totals. Other transactions that book
 * it have committed, and are seen, or wait.
 */
export async function lockItem(
  work: Work,
  itemId: string,
  places: readonly { locationId: string; lotId: string }[],
): Promise<LockedItem> {
  const sorted = places.toSorted((a, b) => (keyOf({ itemId, ...a }) < keyOf({ itemId, ...b }) ? -1 : 1))
  await work.tx
    .insertInto('stock_balance')
    .columns(['item_id', 'location_id', 'lot_id', 'on_hand', 'committed'])
    .expression(sql`select ${itemId}, p.location_id, p.lot_id, 0, 0
    from unnest(${listOf(sorted.map((place) => place.locationId))}, ${sorted.map((place) => place.lotId)}::uuid[])
      as p(location_id, lot_id)`)
    .onConflict((oc) => oc.doNothing())
    .execute()
  const { rows: locked } = await sql<{ key: string }>`select b.item_id || '/' || b.location_id || '/' || b.lot_id as key
    from stock_balance b where b.item_id = ${itemId}
    order by b.item_id, b.location_id, b.lot_id for no key update of b`.execute(work.tx)
  work.locks.take('stock', ...locked.map((row) => row.key))
  work.locks.take('itemTotals', itemId)
  const { rows } = await sql<{ entries: number }>`select entries from item_stock where item_id = ${itemId}
    for no key update`.execute(work.tx)
  return { balances: await balancesOf(work, itemId), position: rows[0]?.entries ?? 0 }
}

/** The balances of an item; a separate statement, so that it sees what others committed while a lock was waited for. */
export async function balancesOf(work: Work, itemId: string): Promise<Balance[]> {
  const { rows } = await sql<Balance>`select item_id as "itemId", location_id as "locationId", lot_id as "lotId",
      on_hand as "onHand", committed from stock_balance where item_id = ${itemId}`.execute(work.tx)
  return rows
}

/** Sums the demand per balance first: two lines of one product must not each use all of it. */
function assertNoShortage(entries: readonly StockEntry[], balances: readonly Balance[]): void {
  const after = new Map(balances.map((balance) => [keyOf(balance), { ...balance }]))
  for (const entry of entries) {
    const balance = after.get(keyOf(entry))
    if (!balance) throw new Refusal('INSUFFICIENT_STOCK', 'There is no stock of that lot at that location.')
    balance.onHand += entry.dOnHand
    balance.committed += entry.dCommitted
  }
  const short = balances.filter((balance) => {
    const end = after.get(keyOf(balance))
    return end && (end.committed < 0 || end.onHand < end.committed)
  })
  if (short.length === 0) return
  const details = short.map((balance) => {
    const end = after.get(keyOf(balance))
    return { ...balance, wanted: balance.onHand - (end?.onHand ?? 0) + (end?.committed ?? 0) - balance.committed }
  })
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const wanted = sum(details.map((one) => one.wanted))
  const available = sum(short.map(({ onHand, committed }) => onHand - committed))
  throw new Refusal('INSUFFICIENT_STOCK', `Not enough stock: ${wanted} wanted, ${available} available there.`, {
    details,
  })
}

/** Goods that came and went before the company used Wardstock: received and shipped at once, so no balance changes. */
export interface HistoricalMovement {
  itemId: string
  locationId: string
  lotId: string
  quantity: number
  orderId: string
  lineId: string
  /** When they were shipped. */
  at: string
}

/**
 * Books past movements, for imports: each as RECEIVE and SHIP at one location and lot. The two cancel out within the transaction,
 * so nothing can fall short and no balance needs a lock; the ledger still explains every piece.
 */
export async function writeHistoricalMovements(
  work: Work,
  reason: string,
  movements: readonly HistoricalMovement[],
): Promise<void> {
  if (movements.length === 0) return
  const rows = JSON.stringify(movements)
  const places = new Map(movements.map((one) => [keyOf(one), one]))
  const sorted = [...places.keys()].toSorted().flatMap((key) => places.get(key) ?? [])
  work.locks.take('stock', ...sorted.map(keyOf))
  await work.tx
    .insertInto('stock_balance')
    .columns(['item_id', 'location_id', 'lot_id', 'on_hand', 'committed'])
    .expression(sql`select *, 0, 0 from unnest(${listOf(sorted.map((one) => one.itemId))}, ${sorted.map((one) => one.locationId)}::uuid[],
      ${sorted.map((one) => one.lotId)}::uuid[])`)
    .onConflict((oc) => oc.doNothing())
    .execute()
  await work.tx
    .insertInto('stock_entry')
    .columns([
      'op_id',
      'effect',
      'item_id',
      'location_id',
      'lot_id',
      'd_on_hand',
      'd_committed',
      'source_type',
      'source_id',
      'source_line_id',
      'cycle',
      'reason',
      'actor_id',
      'at',
    ])
    .expression(sql`select gen_random_uuid(), step.effect, m."itemId", m."locationId", m."lotId", step.sign * m.quantity, 0,
      'import', m."orderId", m."lineId", 1, ${reason}, ${work.caller.userId}, m.at
    from rows from (json_to_recordset(${rows}) as ("itemId" uuid, "locationId" uuid, "lotId" uuid, quantity int,
        "orderId" uuid, "lineId" uuid, at timestamptz)) with ordinality
      as m("itemId", "locationId", "lotId", quantity, "orderId", "lineId", at, place)
    cross join (values (1, 'RECEIVE', 1), (2, 'SHIP', -1)) as step(place, effect, sign)
    order by m.place, step.place`)
    .execute()
  const [first] = sorted
  if (first) work.announce('inventory_updated', { itemId: first.itemId, warehouse: first.locationId })
}
