import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '#server/db/database.ts'

type Adoptable = 'suppliers' | 'locations' | 'accounts' | 'items'

/** A record that an imported file refers to: `ref` is its key in the other system. */
export interface ImportedRow {
  ref: string
  name: string
}

export interface MatchedRows {
  /** ref → id, for every wanted row. */
  ids: Map<string, string>
  added: number
}

/**
 * Finds the rows that an import refers to by their external_ref; else links an existing row that `matches` (alias t is the table,
 * w the wanted rows) and has no external_ref yet; else calls `insert`. Deleted rows stay deleted and lose their external_ref.
 * Found rows are locked until the commit, so that none is deleted meanwhile: call it for tables in the order of `assertLiving`.
 */
export async function matchOrCreate<W extends ImportedRow>(
  tx: Tx,
  table: Adoptable,
  wanted: readonly W[],
  matches: RawBuilder<unknown>,
  insert: (rows: readonly (W & { id: string })[]) => Promise<unknown>,
): Promise<MatchedRows> {
  const t = sql.table(table)
  const refs = wanted.map((one) => one.ref)
  const held = await hold(tx, table, wanted, matches)
  await sql`update ${t} set external_ref = null
    where external_ref = any(${refs}) and deleted_at is not null`.execute(tx)
  const ids = await idsOf(tx, table, refs)
  let missing = wanted.filter((one) => !ids.has(one.ref))
  if (missing.length === 0) return { ids, added: 0 }

  await sql`with ${named(missing)},
    free as (
      select t.id, w.ref, row_number() over (partition by w.ref order by t.created_at, t.id) as row_of_ref,
        row_number() over (partition by t.id order by w.ref) as ref_of_row
      from w join ${t} t on ${matches} where t.external_ref is null and t.deleted_at is null and t.id = any(${held}))
    update ${t} t set external_ref = free.ref from free
    where t.id = free.id and free.row_of_ref = 1 and free.ref_of_row = 1`.execute(tx)
  for (const [ref, id] of await idsOf(tx, table, refs)) ids.set(ref, id)

  missing = wanted.filter((one) => !ids.has(one.ref))
  if (missing.length === 0) return { ids, added: 0 }
  await insert(missing.map((one) => ({ ...one, id: newId() })))
  const inserted = await idsOf(tx, table, refs)
  const added = inserted.size - ids.size
  for (const [ref, id] of inserted) ids.set(ref, id)

  // Names that differ in JavaScript may be equal in the database, which has its own rules for upper and lower case.
  missing = wanted.filter((one) => !ids.has(one.ref))
  if (missing.length > 0) {
    const { rows } = await sql<{ ref: string; id: string }>`select distinct on (w.ref) w.ref, t.id
      from json_to_recordset(${JSON.stringify(missing)}) as w(ref text, name text, code text)
      join ${t} t on ${matches} where t.deleted_at is null order by w.ref, t.id`.execute(tx)
    for (const { ref, id } of rows) ids.set(ref, id)
  }
  const lost = wanted.find((one) => !ids.has(one.ref))
  if (lost) throw new Error(`${table}: ${lost.name} can be neither found nor added`)
  return { ids, added }
}

/** The wanted rows as the CTE w. */
const named = (wanted: readonly ImportedRow[]) =>
  sql`w as (select * from json_to_recordset(${JSON.stringify(wanted)}) as w(ref text, name text, code text))`

/**
 * Locks all existing rows among the wanted ones in one statement, in the order of their ids; for an update if some are to be
 * linked. A concurrent delete has either committed, so that its row isn't found, or waits. Returns the locked ids: a row that
 * gets a matching name later isn't locked, and must not be linked, as that would break the lock order.
 */
async function hold(
  tx: Tx,
  table: Adoptable,
  wanted: readonly ImportedRow[],
  matches: RawBuilder<unknown>,
): Promise<string[]> {
  const t = sql.table(table)
  const refs = wanted.map((one) => one.ref)
  const known = await idsOf(tx, table, refs)
  const missing = wanted.filter((one) => !known.has(one.ref))
  if (missing.length === 0) {
    const { rows } = await sql<{
      id: string
    }>`select t.id from ${t} t where t.external_ref = any(${refs}) and t.deleted_at is null
      order by t.id for share of t`.execute(tx)
    return rows.map((row) => row.id)
  }
  const { rows } = await sql<{ id: string }>`with ${named(missing)}
    select t.id from ${t} t where t.deleted_at is null and (t.external_ref = any(${refs})
      or t.id in (select t.id from w join ${t} t on ${matches} where t.external_ref is null and t.deleted_at is null))
    order by t.id for no key update of t`.execute(tx)
  return rows.map((row) => row.id)
}

async function idsOf(tx: Tx, table: Adoptable, refs: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ ref: string; id: string }>`select external_ref as ref, id from ${sql.table(table)}
    where external_ref = any(${refs}) and deleted_at is null`.execute(tx)
  return new Map(rows.map(({ ref, id }) => [ref, id]))
}
