import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import type { Work } from '#server/kernel/work.ts'
import type { LockedReturn } from './return-lock.ts'

type Part = LockedReturn['lines'][number]['dispositions'][number] & { line_id: string }

/** Replaces the dispositions of these lines. */
export async function writeDispositions(work: Work, lineIds: readonly string[], parts: readonly Part[]): Promise<void> {
  await work.tx.deleteFrom('sales_return_dispositions').where('line_id', 'in', lineIds).execute()
  await work.tx.insertInto('sales_return_dispositions').values(parts).execute()
}

/**
 * Pieces that were sold without a lot, of a product that is lot-tracked by now, can't be restocked: they are quarantined in a lot
 * of their own. Locks the products until the commit; returns the updated return.
 */
export async function quarantineWithoutLot(work: Work, found: LockedReturn): Promise<LockedReturn> {
  const ids = [...new Set(found.lines.filter(isWithoutLot).map((line) => line.itemId))].toSorted()
  if (ids.length === 0) return found
  work.locks.take('item', ...ids)
  const { rows } = await sql<{ id: string; lotTracked: boolean }>`select id, lot_controlled as "lotTracked" from items
    where id = any(${listOf(ids)}) order by id for share`.execute(work.tx)
  const lotTracked = new Set(rows.filter((row) => row.lotTracked).map((row) => row.id))
  const lines = found.lines.map((line) => {
    const restocked = line.dispositions.find((part) => part.disposition === 'restock')
    if (!restocked || !isWithoutLot(line) || !lotTracked.has(line.itemId)) return line
    const apart = line.dispositions.find((part) => part.disposition === 'quarantine')
    const quantity = restocked.quantity + (apart?.quantity ?? 0)
    const others = line.dispositions.filter((part) => part !== restocked && part !== apart)
    return { ...line, dispositions: [{ disposition: 'quarantine' as const, quantity }, ...others] }
  })
  const changed = lines.filter((line, at) => line !== found.lines[at])
  if (changed.length > 0) {
    await writeDispositions(
      work,
      changed.map((line) => line.lineId),
      changed.flatMap((line) => line.dispositions.map((part) => ({ line_id: line.lineId, ...part }))),
    )
  }
  return { ...found, lines }
}

const isWithoutLot = (line: { itemId: string; lotId: string }) => line.lotId === line.itemId
