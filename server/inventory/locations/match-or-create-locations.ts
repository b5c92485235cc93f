import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { type MatchedRows, matchOrCreate, type ImportedRow } from '#server/kernel/match-or-create.ts'
import type { Work } from '#server/kernel/work.ts'

/** Finds or adds the factories of an import: known locations are used whatever their type, new ones are added as factories. */
export function matchOrCreateFactories(work: Work, wanted: readonly ImportedRow[]): Promise<MatchedRows> {
  return matchOrCreate(work.tx, 'locations', wanted, sql`lower(t.name) = lower(w.name)`, (rows) =>
    work.tx
      .insertInto('locations')
      .columns(['id', 'name', 'type', 'external_ref', 'created_at', 'updated_at'])
      .expression(sql`select id, name, 'Factory', ref, ${work.now}::timestamptz, ${work.now}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}) as r(id uuid, ref text, name text)`)
      .onConflict((oc) => oc.doNothing())
      .execute(),
  )
}

/** Finds or adds the categories of an import, by name alone. */
export async function matchOrCreateCategories(work: Work, wanted: readonly ImportedRow[]): Promise<MatchedRows> {
  const rows = JSON.stringify(wanted.map((one) => ({ ...one, id: newId() })))
  const inserted = await work.tx
    .insertInto('categories')
    .columns(['id', 'name', 'created_at', 'updated_at'])
    .expression(sql`select id, name, ${work.now}::timestamptz, ${work.now}::timestamptz
    from json_to_recordset(${rows}) as w(id uuid, name text)
    where not exists (select 1 from categories c where lower(c.name) = lower(w.name) and c.deleted_at is null)`)
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirstOrThrow()
  const found = await sql<{ ref: string; id: string }>`select w.ref, c.id
    from json_to_recordset(${rows}) as w(ref text, name text)
    join categories c on lower(c.name) = lower(w.name) and c.deleted_at is null
    order by c.id for share of c`.execute(work.tx)
  return {
    ids: new Map(found.rows.map(({ ref, id }) => [ref, id])),
    added: Number(inserted.numInsertedOrUpdatedRows ?? 0n),
  }
}
