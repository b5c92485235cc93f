import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { whyDeleted } from '#shared/http/why-deleted.ts'
import type { Work } from './work.ts'

/**
 * The tables that closed documents refer to, in locking order, with the rows that can be restored: a merged account can't, as
 * its documents belong to the account that it was merged into.
 */
const restorable = {
  prospects: sql`true`,
  accounts: sql`t.merged_into is null`,
  suppliers: sql`true`,
  locations: sql`true`,
  items: sql`true`,
} as const
type Restorable = keyof typeof restorable
const tables = Object.keys(restorable) as Restorable[]

/**
 * For restoring a document: locks the records that it refers to until the commit, so that none of them is deleted meanwhile.
 * Throws NOT_READY with their names if some are deleted already.
 */
export async function assertLiving(
  work: Work,
  named: { [T in Restorable]?: readonly (string | null)[] },
): Promise<void> {
  const held = tables.flatMap((table) => {
    const ids = (named[table] ?? []).filter((id) => id !== null)
    return ids.length === 0
      ? []
      : sql`(select t.name, t.deleted_at from ${sql.table(table)} t
        where t.id = any(${listOf(ids)}) and ${restorable[table]} order by t.id for share of t)`
  })
  if (held.length === 0) return
  const all = sql.join(
    held.map((rows) => sql`select * from ${rows} held`),
    sql` union all `,
  )
  const { rows } = await sql<{ name: string; deleted_at: unknown }>`${all}`.execute(work.tx)
  const why = whyDeleted(rows.filter((row) => row.deleted_at !== null).map((row) => row.name))
  if (why) throw new Refusal('NOT_READY', why)
}
