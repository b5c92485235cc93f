import type pg from 'pg'
import { tablesLeftOut } from './contents.ts'

/** Only the schema `public`: the queue's schema is deliberately not backed up, as its jobs would run twice. */

/** All our tables except the list of migrations, with their writable columns. */
export async function listTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`select c.relname::text as name,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`)
  return rows
}

export const isBackedUp = ({ name }: { name: string }) => !tablesLeftOut.has(name)

export async function listSequences(client: pg.Client): Promise<Record<string, number | null>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select sequencename::text as name, last_value as last from pg_sequences where schemaname = 'public' order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last === null ? null : Number(last)]))
}

/** Statements that drop all foreign keys, and those that add them again, which checks every row. */
export async function listReferences(client: pg.Client): Promise<{ drop: string[]; add: string[] }> {
  const { rows } = await client.query<{ drop: string; add: string }>(`select
      format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conrelid::regclass::text, conname`)
  return { drop: rows.map((row) => row.drop), add: rows.map((row) => row.add) }
}

/** Tables with triggers of our own. */
export async function listTriggered(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{
    name: string
  }>(`select distinct t.tgrelid::regclass::text as name from pg_trigger t
    join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by 1`)
  return rows.map((row) => row.name)
}
