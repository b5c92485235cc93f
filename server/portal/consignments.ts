import { type RawBuilder, sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type {
  Consignment,
  ConsignmentCount,
  ConsignmentCountInput,
  ConsignmentList,
} from '#shared/portal/consignment-api.ts'
import { whyCountNotDecided } from '#shared/portal/consignment-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { utc } from '#server/db/timestamps.ts'
import { acquireAdvisoryLock, advisoryLocks } from '#server/kernel/advisory-locks.ts'
import { piecesInTransit } from '#server/kernel/expected-goods.ts'
import type { Work } from '#server/kernel/work.ts'
import type { PortalViewer } from './portal-viewer.ts'
import { countMoment } from './shelf-counts.ts'

const goods = sql`'product', json_build_object('id', i.id, 'name', i.name, 'sku', i.sku, 'barcode', i.barcode),
  'lotId', t.id, 'lotNumber', case when t.id <> i.id then t.lot_number end, 'expiryDate', t.expiry_date`
const byLot = sql`lower(i.name), t.expiry_date nulls last, t.lot_number`

async function readCounts(db: Db | Tx, where: RawBuilder<unknown>): Promise<ConsignmentCount[]> {
  const { rows } =
    await sql<ConsignmentCount>`select c.id, c.status, json_build_object('id', p.id, 'name', p.name) as location,
      u.name as by, ${utc(sql`c.counted_at`)} as at, c.reason,
      (select json_build_object('id', o.id, 'number', o.number) from sales_orders o where o.id = c.order_id) as "order",
      (select json_agg(json_build_object(${goods}, 'expected', l.expected, 'counted', l.counted) order by ${byLot})
        from consignment_count_lines l join lots t on t.id = l.lot_id join items i on i.id = l.item_id
        where l.count_id = c.id) as lines
    from consignment_counts c join locations p on p.id = c.location_id join users u on u.id = c.counted_by
    where ${where} order by c.counted_at desc, c.id desc limit 20`.execute(db)
  return rows
}

/** Consignment stock at a customer by location and lot, with the newest counts. */
export async function listConsignments(db: Db | Tx, accountId: string): Promise<ConsignmentList> {
  const { rows: data } = await sql<Consignment>`select p.id, p.name, coalesce((
      select json_agg(json_build_object(${goods}, 'onHand', b.here) order by ${byLot})
      from (select s.item_id, s.lot_id, s.on_hand - ${piecesInTransit('s')} as here from stock_balance s
        where s.location_id = p.id and s.on_hand > 0) b join items i on i.id = b.item_id join lots t on t.id = b.lot_id
      where b.here > 0), '[]') as lots
    from locations p where p.consignee_id = ${accountId} and p.deleted_at is null order by lower(p.name), p.id`.execute(
    db,
  )
  return { data, counts: await readCounts(db, sql`c.account_id = ${accountId}`) }
}

/** Throws NOT_FOUND. */
async function getConsignmentCount(db: Db | Tx, id: string): Promise<ConsignmentCount> {
  const [found] = await readCounts(db, sql`c.id = ${id}`)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

/** Serializes changes to a location: counts, their posting, and its owner. */
async function lockConsignment(work: Work, locationId: string): Promise<{ accountId: string | null }> {
  work.locks.take('shelf', locationId)
  await acquireAdvisoryLock(work.tx, advisoryLocks.consignmentAt(locationId))
  const { rows } = await sql<{ accountId: string | null }>`select consignee_id as "accountId" from locations
    where id = ${locationId} and deleted_at is null`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/**
 * Stores a count of consignment stock, once. Each lot is compared with the ledger at the time of the count, without pieces that
 * a transfer had collected. It replaces an earlier count that waits for review; it is itself stored as replaced if a use was
 * posted since, or a later count waits for review: both have seen the same missing pieces. Throws NOT_FOUND, TOO_LATE, INVALID.
 */
export async function takeConsignmentCount(
  work: Work,
  { accountId, userId }: PortalViewer,
  locationId: string,
  input: z.output<typeof ConsignmentCountInput>,
): Promise<void> {
  const location = await lockConsignment(work, locationId)
  if (location.accountId !== accountId) throw new Refusal('NOT_FOUND')
  const at = countMoment(work, input)
  const { rows: known } = await sql<{ location: string }>`select location_id as location from consignment_counts
    where id = ${input.countId}`.execute(work.tx)
  if (known[0] && known[0].location !== locationId) throw new Refusal('NOT_FOUND')
  if (known[0]) return work.audit('consignment.countRepeated', 'location', locationId, { countId: input.countId })
  const { rows: newer } = await sql`select 1 from consignment_counts where location_id = ${locationId}
    and (status = 'Posted' and decided_at >= ${at} or status = 'To review' and counted_at > ${at})`.execute(work.tx)
  const status = newer.length > 0 ? 'Replaced' : 'To review'
  if (status === 'To review')
    await work.tx
      .updateTable('consignment_counts')
      .set({ status: 'Replaced', decided_at: work.now })
      .where('location_id', '=', locationId)
      .where('status', '=', sql.lit('To review'))
      .execute()
  await work.tx
    .insertInto('consignment_counts')
    .values({
      id: input.countId,
      account_id: accountId,
      location_id: locationId,
      status,
      counted_by: userId,
      counted_at: at,
      received_at: work.now,
    })
    .execute()
  await writeLines(work, locationId, at, input)
  work.audit('consignment.counted', 'location', locationId, { accountId, countId: input.countId, status })
  work.announce('account_updated', { accountId })
}

async function writeLines(work: Work, locationId: string, at: Date, input: z.output<typeof ConsignmentCountInput>) {
  const lots = input.lines.map((line) => line.lotId)
  const twice = lots.findIndex((id, index) => lots.indexOf(id) !== index)
  if (twice >= 0) throw invalid(`lines.${twice}.lotId`, 'is counted twice')
  // Only lots that were ever there: goods from elsewhere are no stock of this location.
  const rows = await work.tx
    .insertInto('consignment_count_lines')
    .columns(['count_id', 'item_id', 'lot_id', 'expected', 'counted'])
    .expression(sql`select ${input.countId}, b.item_id, b.lot_id, greatest(0, coalesce((select sum(e.d_on_hand) from stock_entry e
        where (e.item_id, e.location_id, e.lot_id) = (b.item_id, b.location_id, b.lot_id) and e.d_on_hand <> 0
          and e.at <= ${at}), 0) - ${piecesInTransit('b', { at, later: sql`e.at > ${at}` })})::int, w.counted
    from unnest(${listOf(lots)}, ${input.lines.map((line) => line.counted)}::int[]) as w(lot_id, counted)
    join stock_balance b on b.lot_id = w.lot_id and b.location_id = ${locationId}`)
    .returning('lot_id as id')
    .execute()
  const taken = new Set(rows.map((row) => row.id))
  const wrong = lots.findIndex((id) => !taken.has(id))
  if (wrong >= 0) throw invalid(`lines.${wrong}.lotId`, 'is not at this location')
}

/** Locks a count that waits for review. Throws NOT_FOUND, ALREADY_DONE. */
export async function lockConsignmentCount(work: Work, id: string) {
  const { rows } = await sql<{ locationId: string }>`select location_id as "locationId" from consignment_counts
    where id = ${id}`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  await lockConsignment(work, rows[0].locationId)
  const count = await getConsignmentCount(work.tx, id)
  const why = whyCountNotDecided(count)
  if (why) throw new Refusal('ALREADY_DONE', why, { details: { status: count.status } })
  const { rows: accounts } = await sql<{ accountId: string }>`select account_id as "accountId" from consignment_counts
    where id = ${id}`.execute(work.tx)
  return { ...count, accountId: accounts[0]?.accountId ?? '' }
}

/** Stores the decision on a locked count. */
export async function decideConsignmentCount(
  work: Work,
  { id, accountId, location }: Awaited<ReturnType<typeof lockConsignmentCount>>,
  status: 'Posted' | 'Dismissed',
  { orderId = null, reason = null }: { orderId?: string | null; reason?: string | null },
): Promise<ConsignmentCount> {
  await work.tx
    .updateTable('consignment_counts')
    .set({ status, order_id: orderId, reason, decided_by: work.caller.userId, decided_at: work.now })
    .where('id', '=', id)
    .execute()
  work.audit(`consignment.${status.toLowerCase()}`, 'location', location.id, { countId: id, orderId, reason })
  work.announce('account_updated', { accountId })
  return getConsignmentCount(work.tx, id)
}
