import { sql } from 'kysely'
import { type MatchedRows, matchOrCreate, type ImportedRow } from '#server/kernel/match-or-create.ts'
import type { Work } from '#server/kernel/work.ts'

export interface ImportedAccount extends ImportedRow {
  code: string
  country: string
}

/** Matches or creates the customers of an import, by code before name. A code that another customer already has is left out. */
export async function matchOrCreateAccounts(work: Work, wanted: readonly ImportedAccount[]): Promise<MatchedRows> {
  const matched = await matchOrCreate(
    work.tx,
    'accounts',
    wanted,
    sql`(lower(t.code) = lower(w.code) or lower(t.name) = lower(w.name))`,
    (rows) =>
      work.tx
        .insertInto('accounts')
        .columns(['id', 'name', 'code', 'country', 'external_ref', 'created_at', 'updated_at'])
        .expression(sql`with r as (
            select *, row_number() over (partition by lower(code) order by ref) as nth
            from json_to_recordset(${JSON.stringify(rows)}) as r(id uuid, ref text, name text, code text, country text))
          select id, name, case when nth = 1 and not exists (
              select 1 from accounts a where lower(a.code) = lower(r.code) and a.deleted_at is null) then code end,
            country, ref, ${work.now}::timestamptz, ${work.now}::timestamptz from r`)
        .onConflict((oc) => oc.doNothing())
        .execute(),
  )
  const [first] = matched.ids.values()
  if (matched.added > 0 && first) work.announce('account_updated', { accountId: first })
  return matched
}
