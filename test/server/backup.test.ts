import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { checkArchive } from '#server/backup/archive-reader.ts'
import { backUpBeforeMigrating } from '#server/backup/before-migrating.ts'
import { tablesLeftOut } from '#server/backup/contents.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { type Connection, type Database } from '#server/db/database.ts'
import { migrate, pendingMigrations, readMigrations } from '#server/db/migrate.ts'
import { afterFile } from '#test/after-file.ts'
import { cloneDatabase } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { storedFiles } from '#server/files/stored-files.ts'

/* Backups between databases of one server; test/server/backup-commands.test.ts tests the commands. */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const folder = await mkdtemp(join(tmpdir(), 'wardstock-backup-'))
afterFile(() => rm(folder, { recursive: true, force: true }))
let made = 0
const freshPath = () => join(folder, `backup-${(made += 1)}.tar.gz`)

async function restoreInto(connection: Connection, path: string, settle = async (): Promise<void> => {}) {
  const filesFolder = join(folder, `files-${(made += 1)}`)
  const keys: string[] = []
  await restoreBackup(path, {
    open: async () => connection,
    filesFolder,
    takeSecretKey: (key) => keys.push(key),
    settle,
    print: () => {},
  })
  return { filesFolder, keys }
}

/** A hash of each table's rows, independent of their order. */
async function fingerprints(database: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' order by 1`.execute(
    database.db,
  )
  const found: Record<string, string> = {}
  for (const { name } of rows) {
    if (tablesLeftOut.has(name)) continue
    const sums = await sql<{ n: number; sum: string }>`select count(*) as n,
      coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum from ${sql.table(name)} t`.execute(database.db)
    found[name] = `${sums.rows[0]?.n} rows, ${sums.rows[0]?.sum}`
  }
  return found
}

/** One backup of the demo company for the tests that only read it. */
let sharedBackup: Promise<{ server: TestServer; path: string }> | undefined
const backedUp = () =>
  (sharedBackup ??= (async () => {
    const server = await startServer({ demo: true })
    const path = freshPath()
    await writeBackup(path, {
      connection: server.connection,
      filesFolder: server.filesFolder,
      secretKey: 'a key that is kept too',
    })
    return { server, path }
  })())

async function emptyPlace() {
  const { connection, database } = await cloneDatabase({ empty: true })
  return { connection, database }
}

describe('a backup', () => {
  test('restores all rows, files and sequences exactly', async () => {
    const { server, path } = await backedUp()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const place = await emptyPlace()
    const { filesFolder, keys } = await restoreInto(place.connection, path)
    expect(await fingerprints(place.database)).toEqual(await fingerprints(server.database))
    expect(keys).toEqual(['a key that is kept too'])
    const [before, after] = [await storedFiles(server.filesFolder).all(), await storedFiles(filesFolder).all()]
    expect(before.size).toBeGreaterThan(0)
    expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted())
    const [id = ''] = before.keys()
    const picture = await storedFiles(server.filesFolder).read(id, 'large')
    expect(await storedFiles(filesFolder).read(id, 'large')).toEqual(picture)
    const sequences = sql<{ at: string }>`select sequencename || ' ' || coalesce(last_value, 0) as at from pg_sequences
      where schemaname = 'public' order by 1`
    expect((await sequences.execute(place.database.db)).rows).toEqual(
      (await sequences.execute(server.database.db)).rows,
    )
    // All foreign keys and triggers exist again.
    const guards = sql<{ def: string }>`select pg_get_constraintdef(oid) as def from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal order by 1`
    expect((await guards.execute(place.database.db)).rows).toEqual((await guards.execute(server.database.db)).rows)
    await expect(sql`delete from audit_log`.execute(place.database.db)).rejects.toThrow('written once')
  })

  test('contains no sessions and no links, so nobody is logged in after a restore', async () => {
    const { path } = await backedUp()
    const { head, end } = await checkArchive(path)
    const names = head.tables.map(({ name }) => name)
    expect(names.filter((name) => tablesLeftOut.has(name))).toEqual([])
    expect(end.rows['users']).toBeGreaterThan(0)
    const place = await emptyPlace()
    await restoreInto(place.connection, path)
    expect((await sql`select 1 from sessions`.execute(place.database.db)).rows).toEqual([])
  })

  test('is refused before any change if it is truncated anywhere', async () => {
    const { path } = await backedUp()
    const whole = await readFile(path)
    const place = await emptyPlace()
    for (const share of [0, 0.001, 0.3, 0.9, 0.9999]) {
      const cut = freshPath()
      await writeFile(cut, whole.subarray(0, Math.floor(whole.length * share)))
      await expect(restoreInto(place.connection, cut), `${share}`).rejects.toThrow(/cut short|not a backup/)
    }
    const { rows } = await sql`select 1 from pg_class where relnamespace = 'public'::regnamespace`.execute(
      place.database.db,
    )
    expect(rows).toEqual([])
  })

  test('is refused before any change if any byte is changed, or if it is another file or missing', async () => {
    const { path } = await backedUp()
    const whole = await readFile(path)
    const place = await emptyPlace()
    for (const share of [0.002, 0.2, 0.5, 0.7, 0.99]) {
      const bad = Buffer.from(whole)
      const at = Math.floor(whole.length * share)
      bad[at] = (bad[at] ?? 0) ^ 0x10
      const damaged = freshPath()
      await writeFile(damaged, bad)
      // In the header it may be the name of a migration.
      await expect(restoreInto(place.connection, damaged), `${share}`).rejects.toThrow(/damaged|cut short|newer/)
    }
    const letter = freshPath()
    await writeFile(letter, 'Dear backup, …')
    await expect(restoreInto(place.connection, letter)).rejects.toThrow('is not a backup of Wardstock')
    await expect(restoreInto(place.connection, join(folder, 'none.tar.gz'))).rejects.toThrow('does not exist')
    const { rows } = await sql`select 1 from pg_class where relnamespace = 'public'::regnamespace`.execute(
      place.database.db,
    )
    expect(rows).toEqual([])
  })

  test('is not restored over an existing company, foreign tables or a running Wardstock', async () => {
    const { server, path } = await backedUp()
    const before = await fingerprints(server.database)
    await expect(restoreInto(server.connection, path)).rejects.toThrow('Another program works in this database')
    expect(await fingerprints(server.database)).toEqual(before)

    const lived = await cloneDatabase()
    await sql`insert into users (id, email, email_key, name, role, password_hash)
      values (gen_random_uuid(), 'a@b.c', 'a@b.c', 'A', 'admin', '')`.execute(lived.database.db)
    await lived.database.close()
    await expect(restoreInto(lived.connection, path)).rejects.toThrow('There is a company in this place already')

    const foreign = await cloneDatabase({ empty: true })
    await sql`create table somebody_elses (id int)`.execute(foreign.database.db)
    await foreign.database.close()
    await expect(restoreInto(foreign.connection, path)).rejects.toThrow('There is a company in this place already')
  })

  test('is restored into a database that was migrated but never set up', async () => {
    const { path } = await backedUp()
    const { connection, database } = await cloneDatabase()
    await database.close()
    await restoreInto(connection, path)
    expect((await pendingMigrations(connection)).pending).toEqual([])
    await expect(restoreInto(connection, path)).rejects.toThrow('There is a company in this place already')
  })

  test('can be restored again after an interrupted restore; until then the database cannot be used', async () => {
    const { path } = await backedUp()
    const place = await emptyPlace()
    const dies = restoreInto(place.connection, path, () => Promise.reject(new Error('the power went')))
    await expect(dies).rejects.toThrow('the power went')
    await expect(migrate(place.connection)).rejects.toThrow('A restore into this database was broken off')
    await place.database.close()
    await restoreInto(place.connection, path)
    expect(await migrate(place.connection)).toEqual([])
  })

  test('of an older schema is migrated after the restore', async () => {
    const { connection, database } = await cloneDatabase({ empty: true })
    const all = readMigrations()
    await migrate(connection, all.slice(0, -1))
    await sql`insert into categories (id, name) values (gen_random_uuid(), 'From before')`.execute(database.db)
    const path = freshPath()
    await writeBackup(path, { connection })
    const place = await emptyPlace()
    await restoreInto(place.connection, path)
    expect((await sql`select name from categories`.execute(place.database.db)).rows).toEqual([{ name: 'From before' }])
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(place.database.db)
    expect(rows.map(({ name }) => name)).toEqual(all.map(({ name }) => name))
  })

  test('of a newer schema is refused with the name of the migration', async () => {
    const { connection, database } = await cloneDatabase()
    await sql`insert into migrations (name, checksum) values ('9998_tomorrow', 'x')`.execute(database.db)
    const path = freshPath()
    await writeBackup(path, { connection })
    const place = await emptyPlace()
    await expect(restoreInto(place.connection, path)).rejects.toThrow(/of another Wardstock .*9998_tomorrow/)
  })

  test('is a consistent snapshot: a concurrent transaction is in it completely or not at all', async () => {
    const { connection, database } = await cloneDatabase()
    const isOver = { yes: false }
    const category = async (name: string) => {
      await database.transaction(async (tx) => {
        await sql`insert into categories (id, name) values (gen_random_uuid(), ${name})`.execute(tx)
        await sql`insert into counters (name, year, value) values (${name}, 2026, 1)`.execute(tx)
      })
    }
    const writing = (async () => {
      do await category(randomUUID())
      while (!isOver.yes)
    })()
    await category('Before')
    const path = freshPath()
    await writeBackup(path, { connection })
    isOver.yes = true
    await writing
    const { end } = await checkArchive(path)
    expect(end.rows['categories']).toBeGreaterThan(0)
    expect(end.rows['categories']).toBe(end.rows['counters'])
  })

  test('overwrites no existing file, and leaves no file if it fails', async () => {
    const { path } = await backedUp()
    const { connection } = await cloneDatabase()
    await expect(writeBackup(path, { connection })).rejects.toThrow('exists already')
    const empty = await cloneDatabase({ empty: true })
    const nothing = freshPath()
    await expect(writeBackup(nothing, { connection: empty.connection })).rejects.toThrow('nothing to back up')
    await expect(stat(`${nothing}.part`)).rejects.toThrow('ENOENT')
  })
})

describe('before migrations run', () => {
  test('the data is backed up; the last three of these backups are kept', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'))
    const { connection } = await cloneDatabase({ empty: true })
    const messages: string[] = []
    const keep = () => backUpBeforeMigrating({ connection, dataDir, print: (line) => messages.push(line) })
    await keep()
    expect(messages, 'an empty database').toEqual([])
    const all = readMigrations()
    await migrate(connection, all.slice(0, -1))
    for (let n = 0; n < 4; n += 1) {
      await keep()
      // The file name contains the second, so the next backup needs another second.
      await new Promise((done) => setTimeout(done, 1_010 - (Date.now() % 1000)))
    }
    expect(messages).toHaveLength(4)
    const paths = messages.map((line) => line.slice(line.indexOf('/')))
    await expect(stat(paths[0] ?? '')).rejects.toThrow('ENOENT')
    for (const path of paths.slice(1)) expect((await checkArchive(path)).head.migrations).toHaveLength(all.length - 1)
    await migrate(connection)
    await keep()
    expect(messages).toHaveLength(4)
  })
})
