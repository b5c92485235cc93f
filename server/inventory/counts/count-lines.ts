import { type CountStatus, whyNotCounting } from '#shared/inventory/counts/count-transitions.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import { stateAfter } from '#shared/inventory/counts/count-transitions.ts'
import type { countsApi } from '#shared/inventory/counts/api.ts'
import { piecesInTransit } from '#server/kernel/expected-goods.ts'
import type { Work } from '#server/kernel/work.ts'
import { lotFor } from '#server/inventory/stock/arriving-lots.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { lockCount } from './count-lock.ts'

type NewLine = z.output<(typeof countsApi.addCountLine)['spec']['body']>
type Entry = z.output<(typeof countsApi.countLine)['spec']['body']>

const assertCounting = ({ status }: { status: CountStatus }) => {
  const why = whyNotCounting({ status })
  if (why) throw new Refusal('INVALID_TRANSITION', why, { details: { status } })
}

/** Adds a line for goods that were found; several users who find the same goods share one line. Returns its id. */
export async function addCountLine(work: Work, id: string, input: NewLine): Promise<string> {
  const count = await lockCount(work, id, 'to count')
  assertCounting(count)
  const { rows: scope } = await sql<{ location_id: string | null }>`select location_id from stock_counts
    where id = ${id}`.execute(work.tx)
  const only = scope[0]?.location_id
  if (only && only !== input.locationId) throw invalid('locationId', 'is not the location being counted')
  const item = await countedItem(work, input.productId)
  const place = await sql`select 1 from locations where id = ${input.locationId} and deleted_at is null
    for share`.execute(work.tx)
  if (place.rows.length === 0) throw invalid('locationId', 'is not a location')
  const lotId = await lotFor(work, item, input)
  const key = sql`count_id = ${id} and item_id = ${item.id} and location_id = ${input.locationId} and lot_id = ${lotId}`
  await work.tx
    .insertInto('stock_count_lines')
    .values({ id: newId(), count_id: id, item_id: item.id, location_id: input.locationId, lot_id: lotId, added: true })
    .onConflict((oc) => oc.columns(['count_id', 'item_id', 'location_id', 'lot_id']).doNothing())
    .execute()
  const { rows } = await sql<{ id: string }>`select id from stock_count_lines where ${key}`.execute(work.tx)
  const lineId = rows[0]?.id ?? ''
  work.audit('count.lineAdded', 'stockCount', id, { lineId, ...input })
  work.announce('inventory_transaction', { transactionId: id })
  return lineId
}

async function countedItem(work: Work, id: string) {
  const { rows } = await sql<{ lot_controlled: boolean }>`select lot_controlled from items
    where id = ${id} and deleted_at is null for share`.execute(work.tx)
  if (!rows[0]) throw invalid('productId', 'is not a product')
  return { id, ...rows[0] }
}

interface Line {
  id: string
  version: number
  entries: number
  counted: number | null
  expected: number | null
}

/**
 * Records a counted quantity. The entry stores the quantity that the ledger expected at the time of counting and the ledger's
 * position then: later movements change neither, even if the entry arrives after them. Pieces in transit are not expected. Throws
 * NOT_FOUND, INVALID_TRANSITION, VERSION_CONFLICT if another user counted the line meanwhile.
 */
export async function countLine(
  work: Work,
  id: string,
  lineId: string,
  version: number,
  { counted, countedAt }: Entry,
): Promise<void> {
  const count = await lockCount(work, id, 'to count')
  assertCounting(count)
  work.locks.take('stockCountLine', lineId)
  const { rows: lines } = await sql<Line>`select id, version, entries, counted, expected from stock_count_lines
    where id = ${lineId} and count_id = ${id} for no key update`.execute(work.tx)
  const [line] = lines
  if (!line) throw new Refusal('NOT_FOUND')
  if (line.version !== version) throw await countedMeanwhile(work, line)
  const at = momentOf(work, countedAt)
  // One statement, so that it sees the balance and its entries as of the same moment.
  const { rows: now } = await sql<{ there: number; inTransit: number; position: number }>`with line as (
      select item_id, location_id, lot_id from stock_count_lines where id = ${lineId}),
    seen as (
      select coalesce(max(e.id), 0) as position from line l join stock_entry e
        on e.item_id = l.item_id and e.location_id = l.location_id and e.lot_id = l.lot_id
      where ${at === work.now} or e.at <= ${at})
    select seen.position, (coalesce((select b.on_hand from stock_balance b where b.item_id = l.item_id
        and b.location_id = l.location_id and b.lot_id = l.lot_id), 0)
      - coalesce((select sum(e.d_on_hand) from stock_entry e where e.item_id = l.item_id
        and e.location_id = l.location_id and e.lot_id = l.lot_id and e.id > seen.position), 0))::int as there,
      ${piecesInTransit('l', { at, later: sql`e.id > seen.position` })} as "inTransit"
    from line l cross join seen`.execute(work.tx)
  const { there = 0, inTransit = 0, position = 0 } = now[0] ?? {}
  const expected = there - inTransit
  const before =
    line.counted === null || line.expected === null ? null : { counted: line.counted, expected: line.expected }
  const state = stateAfter(count.tolerance, { counted, expected }, before)
  await work.tx
    .with('entry', (db) =>
      db.insertInto('stock_count_entries').values({
        line_id: lineId,
        round: line.entries + 1,
        counted,
        expected,
        in_transit: inTransit,
        position,
        actor_id: work.caller.userId,
        at,
      }),
    )
    .updateTable('stock_count_lines')
    .set((eb) => ({ counted, expected, state, entries: eb('entries', '+', 1), version: nextVersion }))
    .where('id', '=', lineId)
    .execute()
  work.audit('count.lineCounted', 'stockCount', id, { lineId, counted, at: at.toISOString() })
  work.announce('inventory_transaction', { transactionId: id })
}

/** Times from devices that were offline for long, or whose clock is wrong, are accepted up to this age: one day. */
const maxEntryAgeMs = 24 * 60 * 60_000

function momentOf(work: Work, countedAt: string | undefined): Date {
  if (countedAt === undefined) return work.now
  const enteredMs = Date.parse(countedAt)
  if (enteredMs < work.now.getTime() - maxEntryAgeMs) throw invalid('countedAt', 'is more than a day old: count again')
  // A time slightly in the future comes from a fast clock.
  return enteredMs >= work.now.getTime() ? work.now : new Date(enteredMs)
}

async function countedMeanwhile(work: Work, line: Line): Promise<Refusal> {
  const { rows } = await sql<{ actor: string | null; at: string }>`select u.name as actor, e.at
    from stock_count_entries e left join users u on u.id = e.actor_id
    where e.line_id = ${line.id} order by e.round desc limit 1`.execute(work.tx)
  const who = rows[0]?.actor ?? 'Someone'
  return new Refusal('VERSION_CONFLICT', `${who} also counted this line.`, {
    details: { version: line.version, countedBy: rows[0]?.actor ?? null, at: rows[0]?.at ?? null },
  })
}
