import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { projectFile } from '#server/kernel/project-files.ts'
import type { Connection } from './database.ts'
import { installQueue } from './install-queue.ts'
import { addMissingFunctions } from './older-servers.ts'

const folder = projectFile('server/db/migrations')
const advisoryLock = 7_263_514_001
const minServerVersion = 150_000

/** Marker in the table `migrations` while a restore runs, so that no server starts on a half-restored database. */
export const unfinishedRestore = '9999_restore_unfinished'

export interface Migration {
  name: string
  sql: string
  checksum: string
}

export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8')
      return { name: file.replace('.sql', ''), sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/** Which migrations have been applied, and which `migrate` would apply. None are applied if there is no table `migrations`. */
export async function pendingMigrations(connection: Connection): Promise<{ applied: string[]; pending: string[] }> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows: found } = await client.query(`select to_regclass('public.migrations') is not null as is_there`)
    const { rows } = found[0].is_there ? await client.query('select name from migrations order by name') : { rows: [] }
    const applied = rows.map((row): string => row.name)
    const pending = readMigrations().flatMap(({ name }) => (applied.includes(name) ? [] : [name]))
    return { applied, pending }
  } finally {
    await client.end()
  }
}

/**
 * Applies the pending migrations: forward only, one transaction per file, under an advisory lock, so that two processes that start
 * at once apply them once. Throws if the server is older than PostgreSQL 15, if an applied file was changed, or if the database
 * has a migration that this version does not know. Returns the names of the applied ones.
 */
export async function migrate(
  connection: Connection,
  migrations = readMigrations(),
  oldest = minServerVersion,
): Promise<string[]> {
  const client = new pg.Client({ ...connection, options: '-c lock_timeout=30000 -c timezone=UTC' })
  await client.connect()
  try {
    const version = Number((await client.query('show server_version_num')).rows[0].server_version_num)
    if (version < oldest) {
      throw new Error(
        `The database is PostgreSQL ${Math.floor(version / 10_000)}; Wardstock needs PostgreSQL 15 to 18.`,
      )
    }
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    await client.query(`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const applied = new Map<string, string>(
      (await client.query('select name, checksum from migrations')).rows.map((row) => [row.name, row.checksum]),
    )
    const unknown = [...applied.keys()].filter((name) => !migrations.some((migration) => migration.name === name))
    if (unknown.includes(unfinishedRestore)) {
      throw new Error('A restore into this database was broken off. Run npm run restore again with the same backup.')
    }
    if (unknown.length > 0) {
      throw new Error(
        `The database is of a newer Wardstock: it has ${unknown.join(', ')}. Start that version, or restore a backup.`,
      )
    }
    if (migrations.some(({ name }) => !applied.has(name))) await addMissingFunctions(client, version)
    const done: string[] = []
    for (const { name, sql, checksum } of migrations) {
      const before = applied.get(name)
      if (before && before !== checksum) throw new Error(`Migration ${name} was changed after it was applied.`)
      if (before) continue
      try {
        await client.query('begin')
        await client.query(sql)
        await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`Migration ${name} failed and was rolled back: ${(error as Error).message}`, { cause: error })
      }
      done.push(name)
    }
    await installQueue(connection)
    return done
  } finally {
    await client.end()
  }
}
