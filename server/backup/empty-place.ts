import { setTimeout } from 'node:timers/promises'
import { mkdir, readdir, rename, rm, rmdir, utimes } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { ArchiveEntry } from './archive-reader.ts'
import { unfinishedRestore } from '#server/db/migrate.ts'
import { BackupError } from './contents.ts'

const tableCount = `select count(*)::int as n from pg_class c where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
  and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/**
 * Empties a database without any company data: without tables, or with the tables of a Wardstock that was never set up or of an
 * interrupted restore. Throws BackupError for any other database, and while it has other connections.
 */
export async function clearDatabase(client: pg.Client): Promise<void> {
  if (await isInUse(client))
    throw new BackupError('Another program works in this database. Stop Wardstock first, then restore.')
  const { rows } = await client.query<{ n: number }>(tableCount)
  if ((rows[0]?.n ?? 0) === 0) return
  if (!(await isUntouched(client)))
    throw new BackupError(
      'There is a company in this place already, and a restore replaces nothing. Set DATA_DIR to another folder (or ' +
        'DATABASE_URL to an empty database), or move the old data away first.',
    )
  await client.query('drop schema if exists pgboss cascade')
  await client.query('drop schema public cascade')
  await client.query('create schema public')
}

async function isUntouched(client: pg.Client): Promise<boolean> {
  const { rows: found } = await client.query<{ is_ours: boolean }>(
    `select to_regclass('public.migrations') is not null and to_regclass('public.users') is not null as is_ours`,
  )
  if (!found[0]?.is_ours) return false
  const { rows } = await client.query<{ is_untouched: boolean }>(
    `select not exists (select 1 from users) or exists (select 1 from migrations where name = $1) as is_untouched`,
    [unfinishedRestore],
  )
  return rows[0]?.is_untouched ?? false
}

const pictureName = /^files\/([0-9a-f]{2})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z]{1,20})$/

export type FileReceiver = Awaited<ReturnType<typeof fileReceiver>>

/** Receives files into a folder next to the target, which replaces the empty target at the end. Throws BackupError if it isn't empty. */
export async function fileReceiver(folder: string) {
  const shelves = await readdir(folder).catch(() => [])
  for (const shelf of shelves) {
    const names = await readdir(join(folder, shelf)).catch(() => ['?'])
    if (names.length > 0) throw new BackupError(`${folder} holds files already: restore into an empty place.`)
  }
  const fresh = `${folder}.restoring`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  return {
    async take({ name, content, mtime }: ArchiveEntry) {
      const [, shelf = '', file = ''] = pictureName.exec(name) ?? []
      if (!file) throw new BackupError(`The backup is damaged: ${name} is not expected.`)
      await mkdir(join(fresh, shelf), { recursive: true, mode: 0o700 })
      const path = join(fresh, shelf, file)
      await pipeline(Readable.from(content), createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
      await utimes(path, mtime, mtime)
    },
    async finish() {
      for (const shelf of shelves) await rmdir(join(folder, shelf))
      await rmdir(folder).catch(() => {})
      await rename(fresh, folder)
    },
    abandon: () => rm(fresh, { recursive: true, force: true }),
  }
}

const othersHere = `select 1 from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

/**
 * True if the database has other connections. Those of a program that has just stopped are listed for a moment longer, so it
 * checks for 2 s.
 */
async function isInUse(client: pg.Client): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { rows } = await client.query(othersHere)
    if (rows.length === 0) return false
    await setTimeout(100)
  }
  return true
}
