import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import type { Work } from '#server/kernel/work.ts'
import { LotUsedMeanwhile } from '#server/inventory/stock/reallocate.ts'
import { lockLots, transitionLots } from './lot-changes.ts'

/**
 * Creates a quarantined lot for each of these lots, with the same dates and supplier, named after it and `mark`: returned goods
 * stay separate from those that never left. Returns the new lot of each. Recalled lots get none: they are blocked themselves, and
 * their pieces must not be released as another lot.
 */
export async function openQuarantine(
  work: Work,
  lotIds: readonly string[],
  mark: string,
): Promise<Map<string, string>> {
  const wanted = await notRecalled(work, lotIds)
  if (wanted.length === 0) return new Map()
  const pairs = new Map(wanted.map((id) => [id, newId()]))
  await work.tx
    .insertInto('lots')
    .columns([
      'id',
      'item_id',
      'lot_number',
      'expiry_date',
      'manufactured_on',
      'supplier_id',
      'created_at',
      'updated_at',
    ])
    .expression(sql`select p.id, l.item_id, case when l.id = l.item_id then ${mark} else l.lot_number || ' / ' || ${mark} end, l.expiry_date,
      l.manufactured_on, l.supplier_id, ${work.now}, ${work.now}
    from unnest(${listOf(wanted)}, ${[...pairs.values()]}::uuid[]) as p(of, id) join lots l on l.id = p.of`)
    .execute()
  await transitionLots(work, await lockLots(work, [...pairs.values()]), 'quarantine', `Came back with ${mark}`)
  return pairs
}

/** Call it again after the balances are locked: throws, so that the transaction is retried, if a lot was recalled since. */
export async function refuseRecalledSince(work: Work, lotIds: readonly string[]): Promise<void> {
  const still = await notRecalled(work, lotIds)
  if (still.length < new Set(lotIds).size) throw new LotUsedMeanwhile('A lot was recalled meanwhile')
}

async function notRecalled(work: Work, lotIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from lots where id = any(${listOf([...new Set(lotIds)])})
    and status <> 'RECALLED' order by id`.execute(work.tx)
  return rows.map((row) => row.id)
}
