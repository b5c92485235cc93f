import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Caller, Work } from './work.ts'

interface Kind<Saved> {
  table: 'saved_reports' | 'list_views'
  /** What users call such a record: "report". */
  noun: string
  /** The limit per user, so that lists of names stay usable. */
  maxCount: number
  /** Limits where names must be unique: the condition for rows `v` of the same owner that may not share the name of `mine`. */
  place?: RawBuilder<unknown>
  /** Throws NOT_FOUND, also for one that the caller may not see. */
  get: (db: Db | Tx, caller: Caller, id: string) => Promise<Saved>
}

/** Rules for records that users save under a name and may share: only the owner can change one, and names are unique per owner. */
export function savedByName<Saved extends { name: string; version: number; isOwn: boolean; owner: string }>({
  table,
  noun,
  maxCount,
  place = sql`true`,
  get,
}: Kind<Saved>) {
  const rows = sql.table(table)
  const taken = () =>
    new Refusal('ALREADY_EXISTS', `You have a ${noun} of this name.`, {
      fields: { name: `is the name of another ${noun}` },
    })
  /** Locks the record until the commit. Throws NOT_FOUND, or FORBIDDEN if it is someone else's. */
  async function lockOwn(work: Work, id: string): Promise<Saved> {
    await sql`select 1 from ${rows} where id = ${id} for update`.execute(work.tx)
    const saved = await get(work.tx, work.caller, id)
    if (saved.isOwn) return saved
    throw new Refusal('FORBIDDEN', `Only ${saved.owner} can change this ${noun}. Save a copy under a new name.`)
  }
  return {
    lockOwn,
    taken,
    /** Throws LIMIT_REACHED if the user has `maxCount` of them. */
    async checkRoom({ tx, caller }: Work, where: RawBuilder<unknown> = sql`true`): Promise<void> {
      const { rows: found } = await sql<{ saved: number }>`select count(*) as saved from ${rows}
        where owner_id = ${caller.userId} and ${where}`.execute(tx)
      if ((found[0]?.saved ?? 0) >= maxCount)
        throw new Refusal('LIMIT_REACHED', `You have ${maxCount} ${noun}s. Delete one first.`)
    },
    /** Locks the record for a change that saves it as `name`. Throws NOT_FOUND, FORBIDDEN, VERSION_CONFLICT, ALREADY_EXISTS. */
    async lockFor(work: Work, id: string, version: number, name: string): Promise<Saved> {
      const saved = await lockOwn(work, id)
      if (saved.version !== version)
        throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: saved.version } })
      const duplicate = await sql`select 1 from ${rows} v join ${rows} mine on mine.id = ${id}
        where v.owner_id = mine.owner_id and v.id <> mine.id and lower(v.name) = lower(${name})
          and ${place}`.execute(work.tx)
      if (duplicate.rows.length > 0) throw taken()
      return saved
    },
    /** Throws NOT_FOUND, or FORBIDDEN if it is someone else's. */
    async remove(work: Work, id: string): Promise<string> {
      const { name } = await lockOwn(work, id)
      await sql`delete from ${rows} where id = ${id}`.execute(work.tx)
      return name
    },
  }
}
