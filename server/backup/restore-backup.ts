import { sql } from 'kysely'
import pg from 'pg'
import { type Connection, openDatabase, type Tx } from '#server/db/database.ts'
import { migrate, readMigrations, unfinishedRestore } from '#server/db/migrate.ts'
import { checkArchive, readArchive } from './archive-reader.ts'
import { BackupError, type BackupHead, names } from './contents.ts'
import { clearDatabase, type FileReceiver, fileReceiver } from './empty-place.ts'
import { rowLoader } from './load-rows.ts'

export interface RestorePlace {
  /** Called only after the backup was verified and found compatible with this version. */
  open: () => Promise<Connection>
  filesFolder: string
  /** Receives the secret key of the backup, before anything else is written. */
  takeSecretKey: (key: string) => void
  /** Prepares the restored data for use, in the last transaction. */
  settle: (tx: Tx, head: BackupHead) => Promise<void>
  print: (line: string) => void
}

/**
 * Restores a backup into an empty database: verifies every byte, creates the backup's schema, loads the rows, migrates the
 * schema and settles. If it is interrupted, no server starts on the database, and it can be restored into again. Throws
 * BackupError.
 */
export async function restoreBackup(path: string, place: RestorePlace): Promise<BackupHead> {
  const { print } = place
  print(`Checking ${path} …`)
  const { head, end } = await checkArchive(path)
  const migrations = migrationsOf(head)
  print(`It is whole: taken ${head.takenAt} by Wardstock ${head.version}.`)
  const connection = await place.open()
  const client = new pg.Client({ ...connection, options: '-c timezone=UTC -c datestyle=ISO -c statement_timeout=0' })
  client.on('error', () => {})
  await client.connect()
  let files: FileReceiver | null = null
  try {
    await clearDatabase(client)
    if (head.hasFiles) files = await fileReceiver(place.filesFolder)
    await migrate(connection, migrations)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [unfinishedRestore, 'restore'])
    await client.query('begin')
    const loader = await rowLoader(client, head, end)
    for await (const entry of readArchive(path)) {
      if (entry.name.startsWith('data/')) await loader.load(entry)
      else if (entry.name.startsWith('files/')) await files?.take(entry)
      else if (entry.name === names.secretKey) place.takeSecretKey(await textOf(entry.content))
    }
    await loader.finish()
    await client.query('commit')
    await client.query('analyze')
    const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0)
    print(`${rows.toLocaleString('en')} rows in ${head.tables.length} tables and ${end.files} files are back.`)
    const applied = await migrate(connection, [
      ...readMigrations(),
      { name: unfinishedRestore, sql: '', checksum: 'restore' },
    ])
    if (applied.length > 0) print(`Brought up to date: ${applied.join(', ')}`)
    await files?.finish()
    await settle(connection, (tx) => place.settle(tx, head))
    return head
  } catch (error) {
    await files?.abandon()
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** The last step: once it is committed, a Wardstock may start here. */
async function settle(connection: Connection, act: (tx: Tx) => Promise<void>): Promise<void> {
  const database = openDatabase(connection, { max: 1 })
  try {
    await database.transaction(async (tx) => {
      await act(tx)
      await sql`delete from migrations where name = ${unfinishedRestore}`.execute(tx)
    })
  } finally {
    await database.close()
  }
}

/** The migrations of the backup's schema, from this version. Throws BackupError if one is missing. */
function migrationsOf(head: BackupHead) {
  const ours = readMigrations()
  const byName = new Map(ours.map((migration) => [migration.name, migration]))
  const unknown = head.migrations.filter(({ name, checksum }) => byName.get(name)?.checksum !== checksum)
  if (unknown.length > 0) {
    throw new BackupError(
      `The backup is of another Wardstock (${head.version}): its database has ${unknown.map(({ name }) => name).join(', ')}. ` +
        'Restore it with that version or a newer one. Nothing was restored.',
    )
  }
  const theirs = new Set(head.migrations.map(({ name }) => name))
  return ours.filter(({ name }) => theirs.has(name))
}

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts).toString().trim()
}
