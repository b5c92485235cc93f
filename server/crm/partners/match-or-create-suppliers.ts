import { sql } from 'kysely'
import { type MatchedRows, matchOrCreate, type ImportedRow } from '#server/kernel/match-or-create.ts'
import type { Work } from '#server/kernel/work.ts'

/** Matches or creates the suppliers of an import. */
export async function matchOrCreateSuppliers(work: Work, wanted: readonly ImportedRow[]): Promise<MatchedRows> {
  const matched = await matchOrCreate(work.tx, 'suppliers', wanted, sql`lower(t.name) = lower(w.name)`, (rows) =>
    work.tx
      .insertInto('suppliers')
      .columns(['id', 'name', 'external_ref', 'created_at', 'updated_at'])
      .expression(sql`select id, name, ref, ${work.now}::timestamptz, ${work.now}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}) as r(id uuid, ref text, name text)`)
      .onConflict((oc) => oc.doNothing())
      .execute(),
  )
  const [first] = matched.ids.values()
  if (matched.added > 0 && first) work.announce('account_updated', { accountId: first })
  return matched
}
