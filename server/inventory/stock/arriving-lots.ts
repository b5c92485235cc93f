import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { formatDay } from '#shared/format-day.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { Work } from '#server/kernel/work.ts'

export interface ArrivingLot {
  lotNumber?: string | null | undefined
  expiryDate?: string | null | undefined
  noExpiry?: boolean | undefined
  supplierId?: string | null | undefined
}

interface Known {
  id: string
  expiry_date: string | null
  status: string
  is_new: boolean
}

const noExpiryDate = 'is required for new lots that expire'

/** Why a lot for arriving goods is invalid, checked without the database; `isNew`: the lot can't exist yet. */
export function lotProblem(
  isLotControlled: boolean,
  { lotNumber, expiryDate, noExpiry }: ArrivingLot,
  isNew = false,
): { field: 'lotNumber' | 'expiryDate'; words: string } | null {
  if (!isLotControlled) {
    const words = 'this product is not lot-tracked'
    return lotNumber ? { field: 'lotNumber', words } : expiryDate ? { field: 'expiryDate', words } : null
  }
  if (!lotNumber) return { field: 'lotNumber', words: 'is required: this product is lot-tracked' }
  if (lotNumber.toLowerCase() === 'none') return { field: 'lotNumber', words: 'is not a lot number' }
  if (expiryDate && noExpiry) return { field: 'expiryDate', words: 'must be empty for a lot that does not expire' }
  return isNew && !expiryDate && !noExpiry ? { field: 'expiryDate', words: noExpiryDate } : null
}

/** Adds lots of items that were added in this transaction, with the items' own suppliers. */
export async function addLots(
  work: Work,
  lots: readonly { id: string; itemId: string; lotNumber: string; expiryDate: string | null }[],
): Promise<void> {
  if (lots.length === 0) return
  await work.tx
    .insertInto('lots')
    .columns(['id', 'item_id', 'lot_number', 'expiry_date', 'supplier_id', 'created_at', 'updated_at'])
    .expression(sql`select l.id, l."itemId", l."lotNumber", l."expiryDate", i.supplier_id, ${work.now}, ${work.now}
    from json_to_recordset(${JSON.stringify(lots)}) as l(id uuid, "itemId" uuid, "lotNumber" text, "expiryDate" date)
    join items i on i.id = l."itemId"`)
    .execute()
}

/**
 * The lot that arriving goods join: the item's "none", or the named one, created if it is new. `at` is the prefix of field names.
 * Throws INVALID for a lot that is missing or unexpected, ALREADY_EXISTS for a known lot with another expiry date.
 */
export async function lotFor(
  work: Work,
  item: { id: string; lot_controlled: boolean },
  lot: ArrivingLot,
  at = '',
): Promise<string> {
  const { lotNumber, expiryDate = null, noExpiry = false } = lot
  const problem = lotProblem(item.lot_controlled, lot)
  if (problem) throw invalid(`${at}${problem.field}`, problem.words)
  if (!lotNumber) return item.id
  await assertKnown(work, lot.supplierId, at)
  const known = await knownLot(work, item.id, lotNumber, lot)
  const wanted = expiryDate ?? null
  if (known.is_new && wanted === null && !noExpiry) {
    throw invalid(`${at}expiryDate`, noExpiryDate)
  }
  if ((wanted !== null || noExpiry) && known.expiry_date !== wanted) {
    const expiry = known.expiry_date === null ? 'has no expiry date' : `expires on ${formatDay(known.expiry_date)}`
    const words = `lot ${lotNumber} ${expiry}`
    throw new Refusal('ALREADY_EXISTS', `L${words.slice(1)}. Use that, or correct the lot.`, {
      fields: { [`${at}expiryDate`]: words },
      details: { lotId: known.id, lotNumber, expiryDate: known.expiry_date, status: known.status },
    })
  }
  return known.id
}

/** Concurrent inserts of the same lot meet in the unique index: the second waits, then finds the first one's lot. */
async function knownLot(work: Work, itemId: string, lotNumber: string, lot: ArrivingLot): Promise<Known> {
  const id = newId()
  await work.tx
    .insertInto('lots')
    .columns(['id', 'item_id', 'lot_number', 'expiry_date', 'supplier_id', 'created_at', 'updated_at'])
    .expression(sql`select ${id}::uuid, ${itemId}::uuid, ${lotNumber}::text, ${lot.expiryDate ?? null}::date,
      coalesce(${lot.supplierId ?? null}::uuid, i.supplier_id), ${work.now}::timestamptz, ${work.now}::timestamptz
    from items i where i.id = ${itemId}`)
    .onConflict((oc) => oc.columns(['item_id', 'lot_number']).doNothing())
    .execute()
  const { rows } = await sql<Known>`select id, expiry_date, status, id = ${id} as is_new from lots
    where item_id = ${itemId} and lot_number = ${lotNumber}`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

async function assertKnown(work: Work, supplierId: string | null | undefined, at: string): Promise<void> {
  if (!supplierId) return
  const { rows } = await sql`select 1 from suppliers where id = ${supplierId} and deleted_at is null for share`.execute(
    work.tx,
  )
  if (rows.length === 0) throw invalid(`${at}supplierId`, 'is not a supplier')
}
