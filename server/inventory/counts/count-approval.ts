import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { HeldLine } from '#shared/inventory/counts/count.ts'
import type { Work } from '#server/kernel/work.ts'
import { lockCount, transitionCount, assertTransition } from './count-lock.ts'
import { documentNumber } from '#server/inventory/stock/stock-documents.ts'
import { bookLocked, lockBalances } from '#server/inventory/stock/ledger.ts'
import { type Balance, keyOf, type StockEntry } from '#server/inventory/stock/stock-entry.ts'

interface Difference {
  lineId: string
  itemId: string
  itemName: string
  locationId: string
  location: string
  lotId: string
  lotNumber: string
  difference: number
  /** Number of the correction that was booked after the line was counted. */
  correctedBy: string | null
}

/**
 * Books the counted differences, not the quantities, so that movements since the count are kept. All or nothing. Throws
 * INVALID_TRANSITION, VERSION_CONFLICT if a line was corrected in another way since it was counted, COMMITTED_TO_ORDERS with
 * `details: HeldLine[]` if less would be left than is committed.
 */
export async function approveCount(work: Work, id: string, version: number): Promise<void> {
  const count = await lockCount(work, id, 'to move', version)
  assertTransition(count, 'approve')
  const differences = await readDifferences(work, id)
  const entries = differences.map(
    (line): StockEntry => ({
      effect: 'ADJUST',
      itemId: line.itemId,
      locationId: line.locationId,
      lotId: line.lotId,
      dOnHand: line.difference,
      dCommitted: 0,
      lineId: line.lineId,
    }),
  )
  const balances = await lockBalances(work, entries)
  // Read again: a correction may have been booked while we waited for the locks.
  assertNotCorrected(await readDifferences(work, id))
  await assertNotOnHold(work, differences, balances)
  if (entries.length > 0) {
    await bookLocked(work, { type: 'count', id, cycle: 1, reason: 'physical_audit' }, entries)
  }
  await transitionCount(work, count, 'approve')
}

async function readDifferences(work: Work, id: string): Promise<Difference[]> {
  const { rows } = await sql<Difference>`select l.id as "lineId", l.item_id as "itemId", i.name as "itemName",
      l.location_id as "locationId", p.name as location, l.lot_id as "lotId", lot.lot_number as "lotNumber",
      l.counted - l.expected as difference,
      (select coalesce(a.number, c.number, 'a correction') from stock_entry s
        left join stock_adjustments a on s.source_type = 'adjustment' and a.id = s.source_id
        left join stock_counts c on s.source_type = 'count' and c.id = s.source_id
        where s.item_id = l.item_id and s.location_id = l.location_id and s.lot_id = l.lot_id and s.effect = 'ADJUST'
          and s.id > e.position order by s.id limit 1) as "correctedBy"
    from stock_count_lines l join stock_count_entries e on e.line_id = l.id and e.round = l.entries
    join items i on i.id = l.item_id join locations p on p.id = l.location_id join lots lot on lot.id = l.lot_id
    where l.count_id = ${id} and l.state = 'counted' and l.counted <> l.expected
    order by l.item_id, l.location_id, l.lot_id`.execute(work.tx)
  return rows
}

/** A correction since the count may be about the same difference: booking it again would count it twice. */
function assertNotCorrected(differences: readonly Difference[]): void {
  const corrected = differences.filter((line) => line.correctedBy !== null)
  const [first] = corrected
  if (!first) return
  const more = corrected.length > 1 ? ` and ${corrected.length - 1} more` : ''
  throw new Refusal(
    'VERSION_CONFLICT',
    `${first.itemName} in ${first.location}${more} was corrected by ${first.correctedBy} after it was counted. Count it again.`,
    {
      details: {
        lines: corrected.map(({ lineId, itemName, correctedBy }) => ({ lineId, name: itemName, correctedBy })),
      },
    },
  )
}

async function assertNotOnHold(
  work: Work,
  differences: readonly Difference[],
  balances: readonly Balance[],
): Promise<void> {
  const at = new Map(balances.map((balance) => [keyOf(balance), balance]))
  const held = differences.flatMap((line) => {
    const { onHand, committed } = at.get(keyOf(line)) ?? { onHand: 0, committed: 0 }
    const left = onHand + line.difference
    return left < committed || left < 0 ? [{ ...line, left, committed }] : []
  })
  if (held.length === 0) return
  const { rows } = await sql<HeldLine['orders'][number] & { key: string }>`select
      k.item_id || '/' || k.location_id || '/' || k.lot_id as key, k.source_type as type, k.source_id as id, ${documentNumber('k')} as number,
      sum(k.quantity)::int as quantity
    from commitment k
    where k.state = 'open' and (k.item_id, k.location_id, k.lot_id) in (select * from unnest(
      ${held.map((line) => line.itemId)}::uuid[], ${held.map((line) => line.locationId)}::uuid[],
      ${held.map((line) => line.lotId)}::uuid[]))
    group by 1, 2, 3, 4 order by min(k.created_at), 3`.execute(work.tx)
  const details = held.map(
    (line): HeldLine => ({
      lineId: line.lineId,
      product: { id: line.itemId, name: line.itemName },
      location: line.location,
      lotNumber: line.lotNumber,
      left: line.left,
      committed: line.committed,
      orders: rows
        .filter((row) => row.key === keyOf(line))
        .map(({ type, id, number, quantity }) => ({ type, id, number, quantity })),
    }),
  )
  throw new Refusal(
    'COMMITTED_TO_ORDERS',
    details.length === 1
      ? 'More is reserved for open documents than was counted on one line. Release it there or count again.'
      : `More is reserved for open documents than was counted on ${details.length} lines. Release it there or count these again.`,
    { details },
  )
}
