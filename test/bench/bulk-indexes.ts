type Ask = (text: string) => Promise<{ rows: unknown[] }>

/** Drops what indexes these tables have beside their constraints, so that many rows are written at once; answers the statements that make them again. */
export async function dropIndexes(ask: Ask, tables: readonly string[]): Promise<string[]> {
  const { rows } =
    await ask(`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
    where indrelid = any('{${tables.join()}}'::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
    order by indexrelid`)
  const indexes = rows as { name: string; made: string }[]
  for (const { name } of indexes) await ask(`drop index ${name}`)
  return indexes.map(({ made }) => made)
}
