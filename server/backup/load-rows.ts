import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import type { ArchiveEntry } from './archive-reader.ts'
import { listReferences, listTables, listTriggered } from './catalog.ts'
import { type BackupEnd, BackupError, type BackupHead } from './contents.ts'

const { escapeIdentifier } = pg

/**
 * Loads a backup's rows into an empty database with the backup's schema version, in the current transaction. Foreign keys are
 * dropped before and added again at the end, which checks every one of them; triggers are disabled, as the rows that they write
 * are in the backup too. Needs only the rights of the tables' owner.
 */
export async function rowLoader(client: pg.Client, head: BackupHead, end: BackupEnd) {
  const columnsByTable = new Map(
    (await listTables(client)).map(({ name, columns }) => [name, columns.toSorted().join()]),
  )
  for (const { name, columns } of head.tables) {
    if (columnsByTable.get(name) !== columns.toSorted().join())
      throw new BackupError(`The backup's table ${name} is another than this version of Wardstock makes.`)
  }
  const references = await listReferences(client)
  const triggered = await listTriggered(client)
  for (const statement of references.drop) await client.query(statement)
  for (const table of triggered) await client.query(`alter table ${table} disable trigger user`)
  // Rows that migrations insert are in the backup too.
  await client.query(
    `truncate ${[...columnsByTable.keys()].map((name) => `public.${escapeIdentifier(name)}`).join(', ')}`,
  )

  let open: { table: string; stream: CopyStreamQuery } | null = null
  let failure: Error | undefined
  const loaded = new Map<string, number>()
  const close = async () => {
    if (!open) return
    if (failure) throw failure
    open.stream.end()
    await finished(open.stream)
    loaded.set(open.table, open.stream.rowCount)
    open = null
  }

  return {
    /** One part of a table's rows. */
    async load({ name, content }: ArchiveEntry) {
      const table = name.split('/')[1] ?? ''
      if (open?.table !== table) {
        await close()
        const columns = head.tables.find((one) => one.name === table)?.columns
        if (!columns || loaded.has(table)) throw new BackupError(`The backup is damaged: ${name} is not expected.`)
        const list = columns.map(escapeIdentifier).join(', ')
        open = { table, stream: client.query(copyFrom(`copy public.${escapeIdentifier(table)} (${list}) from stdin`)) }
        open.stream.on('error', (error) => (failure ??= error))
      }
      const { stream } = open
      for await (const chunk of content) {
        if (failure) throw failure
        if (!stream.write(chunk)) await once(stream, 'drain')
      }
    },
    async finish() {
      await close()
      for (const [table, rows] of Object.entries(end.rows)) {
        if ((loaded.get(table) ?? 0) !== rows)
          throw new BackupError(`${table} got ${loaded.get(table) ?? 0} rows, but the backup has ${rows}.`)
      }
      for (const [name, last] of Object.entries(end.sequences)) {
        if (last !== null)
          await client.query('select setval($1::regclass, $2)', [`public.${escapeIdentifier(name)}`, last])
      }
      for (const table of triggered) await client.query(`alter table ${table} enable trigger user`)
      for (const statement of references.add) await client.query(statement)
    },
  }
}
