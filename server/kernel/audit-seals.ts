import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

export interface Seal {
  lastEntry: number
  rows: number
  /** In hexadecimal. */
  hash: string
}

const batchSize = 10_000

/**
 * Seals the audit log up to an hour ago: transactions that wrote older rows have committed long since. `report` logs every
 * seal, so that its hash is kept outside the database too, out of reach of anyone who rewrites the audit log.
 */
export async function sealAudit(database: Database, report: (seal: Seal) => void): Promise<void> {
  for (let isMore = true; isMore; ) {
    const seal = await sealNext(database)
    if (seal) report(seal)
    isMore = seal?.rows === batchSize
  }
}

async function sealNext(database: Database): Promise<Seal | null> {
  return await database.transaction(async (tx) => {
    // Each hash includes the previous one, so seals are made one at a time. This lock mode doesn't block reads.
    await sql`lock table audit_seals in share row exclusive mode`.execute(tx)
    const rows = await tx
      .insertInto('audit_seals')
      .columns(['last_entry', 'rows', 'hash'])
      .expression(sql`with before as (select coalesce(max(last_entry), 0) as last_entry,
      coalesce((array_agg(hash order by last_entry desc))[1], ''::bytea) as hash
      from (select * from audit_seals order by last_entry desc limit 1) s),
    due as (select max(id) as last_entry from (select a.id from audit_log a, before b
      where a.id > b.last_entry and a.at < moment() - interval '1 hour' order by a.id limit ${batchSize}) d)
    select d.last_entry, r.rows, sha256(b.hash || r.digest)
    from due d cross join before b cross join lateral audit_digest(b.last_entry, d.last_entry) r
    where d.last_entry is not null and r.rows > 0`)
      .returning(['last_entry as lastEntry', 'rows', sql<string>`encode(hash, 'hex')`.as('hash')])
      .execute()
    return rows[0] ?? null
  })
}
