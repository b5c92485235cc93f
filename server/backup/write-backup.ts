import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { systemClock } from '#server/db/moment.ts'
import type { Connection } from '#server/db/database.ts'
import { packageVersion } from '#server/kernel/version.ts'
import { type ArchiveWriter, writeArchive } from './archive-writer.ts'
import { isBackedUp, listSequences, listTables } from './catalog.ts'
import { type BackupEnd, BackupError, type BackupHead, names } from './contents.ts'

export interface BackupSource {
  connection: Connection
  /** The folder of product pictures; if undefined, they are left out. */
  filesFolder?: string
  secretKey?: string
}

export interface BackupTally {
  tables: number
  rows: number
  files: number
}

const partBytes = 4 * 1024 * 1024

/**
 * Writes the company to one file while it is in use: all rows of one snapshot, then the files that existed at that time. Needs
 * memory for one part of 4 MB only. Throws BackupError.
 */
export async function writeBackup(path: string, source: BackupSource): Promise<BackupTally> {
  const client = new pg.Client({
    ...source.connection,
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c timezone=UTC -c datestyle=ISO',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    const { rows } = await client.query<{ is_ours: boolean }>(
      `select to_regclass('public.migrations') is not null as is_ours`,
    )
    // The system clock, as for the files' timestamps.
    const takenAt = systemClock()
    if (!rows[0]?.is_ours) throw new BackupError('There is no company in this database yet: nothing to back up.')
    const archive = await writeArchive(path)
    try {
      const tally = await fill(archive, client, source, takenAt)
      await archive.finish()
      return tally
    } catch (error) {
      throw explained(path, await archive.abandon(error))
    }
  } finally {
    await client.end().catch(() => {})
  }
}

function explained(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupError(
      `The disk of ${path} is full: the backup was not made. Free some space or write it elsewhere.`,
    )
  return error
}

async function fill(
  archive: ArchiveWriter,
  client: pg.Client,
  { filesFolder, secretKey }: BackupSource,
  takenAt: Date,
): Promise<BackupTally> {
  const tables = (await listTables(client)).filter(isBackedUp)
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations order by name',
  )
  const head: BackupHead = {
    format: 1,
    version: packageVersion(),
    takenAt: takenAt.toISOString(),
    migrations,
    tables,
    hasFiles: filesFolder !== undefined,
    hasSecretKey: secretKey !== undefined,
  }
  await addText(archive, names.head, JSON.stringify(head, null, 1))
  const rows: Record<string, number> = {}
  for (const table of tables) rows[table.name] = await addRows(archive, client, table)
  // Read after the rows: a sequence may be ahead of them, never behind.
  const sequences = await listSequences(client)
  await client.query('commit')
  const files = filesFolder ? await addFiles(archive, filesFolder, takenAt) : 0
  if (secretKey !== undefined) await addText(archive, names.secretKey, `${secretKey}\n`)
  await addText(archive, names.end, JSON.stringify({ ...archive.sum(), files, rows, sequences } satisfies BackupEnd))
  return { tables: tables.length, rows: Object.values(rows).reduce((sum, count) => sum + count, 0), files }
}

async function addText(archive: ArchiveWriter, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  await archive.add(name, bytes.length, bytes)
}

/** Adds rows in parts, as an entry in a tar begins with its size. Returns the number of rows. */
async function addRows(
  archive: ArchiveWriter,
  client: pg.Client,
  { name, columns }: { name: string; columns: string[] },
): Promise<number> {
  const list = columns.map(pg.escapeIdentifier).join(', ')
  const copied = client.query(copyTo(`copy public.${pg.escapeIdentifier(name)} (${list}) to stdout`))
  let [part, size, held] = [0, 0, [] as Buffer[]]
  const flush = async () => {
    if (size === 0) return
    part += 1
    await archive.add(names.rowsOf(name, part), size, Buffer.concat(held))
    held = []
    size = 0
  }
  for await (const chunk of copied as AsyncIterable<Buffer>) {
    held.push(chunk)
    size += chunk.length
    if (size >= partBytes) await flush()
  }
  await flush()
  // The row count arrives after the rows: it is there once the next statement has completed.
  await client.query('select 1')
  return copied.rowCount
}

/** A file is written before its row: files newer than the snapshot belong to none of its rows. */
async function addFiles(archive: ArchiveWriter, folder: string, takenAt: Date): Promise<number> {
  let files = 0
  const shelves = await readdir(folder).catch(() => [])
  for (const shelf of shelves.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    for (const name of await readdir(join(folder, shelf))) {
      if (name.startsWith('.')) continue
      const file = await open(join(folder, shelf, name)).catch(() => null)
      // Deleted meanwhile: no row in use refers to it any more.
      if (!file) continue
      try {
        const { size, mtime } = await file.stat()
        // Allows for clock differences between machines.
        if (mtime.getTime() > takenAt.getTime() + 60_000) continue
        await archive.add(names.file(shelf, name), size, file.createReadStream({ autoClose: false }), mtime)
        files += 1
      } finally {
        await file.close()
      }
    }
  }
  return files
}
