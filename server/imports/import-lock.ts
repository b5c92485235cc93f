import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'

const family = 7_263_514

/**
 * Says that this process works on an import, as long as it lives: a lock of the database session, so that a killed server
 * leaves nothing behind. Returns how to let go; null when somebody works on it already.
 */
export async function lockImport(pool: pg.Pool, id: string): Promise<(() => Promise<void>) | null> {
  const client = await pool.connect()
  // A session that breaks while it is only held reports here; the lock is gone with it.
  const ignore = () => {}
  client.on('error', ignore)
  const release = (isBroken: boolean) => {
    client.off('error', ignore)
    client.release(isBroken)
  }
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1, hashtext($2)) as held', [family, id])
    if (!rows[0]?.held) {
      release(false)
      return null
    }
  } catch (error) {
    release(true)
    throw error
  }
  return async () => {
    try {
      await client.query('select pg_advisory_unlock($1, hashtext($2))', [family, id])
      release(false)
    } catch {
      release(true)
    }
  }
}

/** Whether a process works on the import with that id (a column). */
export const isImportLocked = (id: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select 1 from pg_locks where locktype = 'advisory' and granted and objsubid = 2 and classid = ${sql.lit(family)}
    and database = (select oid from pg_database where datname = current_database())
    and objid::bigint = (hashtext(${id}::text)::bigint & 4294967295))`
