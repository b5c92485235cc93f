import { lstatSync, readFileSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { companySetupApi } from '#shared/dashboard/company-setup-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Connection } from '#server/db/database.ts'
import { queueMail } from '#server/kernel/mail.ts'
import { canEnter } from '#server/postgres/embedded-account.ts'
import { clientOf } from '#test/client.ts'
import { cloneDatabase } from '#test/database.ts'
import { embeddedWorld, isRoot } from '#test/server/embedded-world.ts'
import { runCommand, type RunningServer, runServer } from '#test/server/running-server.ts'

/* Runs npm run backup and npm run restore as an operator does: as separate processes on the embedded database. */

// These tests start whole processes.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 })

const world = embeddedWorld()
const servers: RunningServer[] = []
/** Data folders that root creates outside a folder that PostgreSQL's user may not enter. */
const elsewhere = new Set<string>()

afterAll(async () => {
  for (const server of servers) await server.stop()
  for (const folder of elsewhere) rmSync(folder, { recursive: true, force: true })
  await world.end()
})

async function start(dataDir: string, args: string[] = []): Promise<RunningServer> {
  const server = await runServer({ DATA_DIR: dataDir }, args)
  servers.push(server)
  noteElsewhere(dataDir)
  return server
}

function noteElsewhere(dataDir: string) {
  const place = join(dataDir, 'postgres')
  if (lstatSync(place).isSymbolicLink()) elsewhere.add(dirname(realpathSync(place)))
}

const admin = { name: 'Ana', email: 'ana@example.com', password: 'a long password of hers' }

async function setUp(url: string) {
  const nobody = clientOf(url, '', '')
  const answer = await nobody.send('POST', '/api/auth/setup-first-admin', { code: 'PROCESS-CODE', ...admin })
  expect(answer.status).toBe(201)
  return clientOf(url, '', answer.headers.get('set-cookie')?.split(';')[0] ?? '')
}

async function logIn(url: string) {
  const { status, headers } = await clientOf(url, '', '').send('POST', '/api/auth/login', credentials)
  expect(status).toBe(200)
  return clientOf(url, '', headers.get('set-cookie')?.split(';')[0] ?? '')
}
const credentials = { email: admin.email, password: admin.password }

describe('npm run backup and npm run restore', () => {
  test('back up a company during writes, from a folder closed to others, and restore it into an empty one', async () => {
    const closed = world.folder(0o700)
    const dataDir = join(closed, 'data')
    const server = await start(dataDir, ['--demo'])
    if (isRoot) expect(lstatSync(join(dataDir, 'postgres')).isSymbolicLink()).toBe(true)
    const before = await setUp(server.url)
    await expect
      .poll(() => before.do(companySetupApi.getCompanySetup, {}), { timeout: 300_000, interval: 500 })
      .toMatchObject({ demo: null })
    const file = join(closed, 'backup.tar.gz')

    const written: string[] = []
    const state = { isOver: false }
    const writing = Array.from({ length: 3 }, async (_one, writer) => {
      for (let n = 0; !state.isOver; n += 1) {
        const name = `Category ${writer}.${n}`
        await before.do(inventoryApi.createCategory, { body: { name } })
        written.push(name)
      }
    })
    await expect.poll(() => written.length, { timeout: 60_000 }).toBeGreaterThan(5)
    const acknowledged = [...written]
    const done = await runCommand('server/backup.ts', [file], { DATA_DIR: dataDir })
    state.isOver = true
    await Promise.all(writing)
    expect(done).toMatchObject({ code: 0, text: expect.stringContaining('Wardstock is running') })
    expect(done.text).toMatch(/rows of \d+ tables and \d+ files/)
    expect(done.text).toContain('Not in it: the secret key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const again = await runCommand('server/backup.ts', [file], { DATA_DIR: dataDir })
    expect(again).toMatchObject({ code: 1, text: expect.stringContaining('exists already') })
    const over = await runCommand('server/restore.ts', [file], { DATA_DIR: dataDir })
    expect(over).toMatchObject({ code: 1, text: expect.stringContaining('used by another running Wardstock') })
    await server.stop()
    const onto = await runCommand('server/restore.ts', [file], { DATA_DIR: dataDir })
    expect(onto).toMatchObject({ code: 1, text: expect.stringContaining('There is a company in this place already') })

    const place = join(world.folder(0o700), 'data')
    const restored = await runCommand('server/restore.ts', [file], { DATA_DIR: place, SECRET_KEY: 'x'.repeat(32) })
    noteElsewhere(place)
    expect(restored).toMatchObject({ code: 0, text: expect.stringMatching(/GREEN: all \d+ checks hold\. Restored\./) })
    expect(restored.text).toContain('All sessions have ended')
    const copy = await start(place)
    const old = clientOf(copy.url, '', before.cookie)
    expect((await old.send('GET', '/api/products')).status).toBe(401)
    const after = await logIn(copy.url)
    // Searched one by one: on a slow machine more were written than fit on a page.
    const found = await Promise.all(
      acknowledged.map(async (q) => {
        const { data } = await after.do(inventoryApi.listCategories, { query: { q, limit: 200 } })
        return data.map(({ name }) => name)
      }),
    )
    expect(found.flat()).toEqual(expect.arrayContaining(acknowledged))
    const [image] = readdirSync(join(place, 'files'), { recursive: true, encoding: 'utf8' }).flatMap(
      (name) => /([0-9a-f-]{36})\.thumbnail$/.exec(name)?.[1] ?? [],
    )
    expect((await after.send('GET', `/api/product-images/${image}/thumbnail`)).status).toBe(200)
    await copy.stop()
  })

  test('work for an ordinary user, and include the secret key if requested', async ({ skip }) => {
    const nobody = { uid: 65534, gid: 65534 }
    const account = isRoot ? nobody : null
    // The project itself may be in a folder that this account may not enter.
    skip(account !== null && !canEnter(account, process.cwd()), 'only its owner can enter the project folder')
    const mine = () => {
      const folder = world.folder()
      if (account) world.give(folder, account)
      return folder
    }
    const [first, second] = [mine(), mine()]
    const empty = await runCommand('server/backup.ts', [join(first, 'none.tar.gz')], { DATA_DIR: first }, account)
    expect(empty).toMatchObject({ code: 1, text: expect.stringContaining('nothing to back up') })
    const made = await runCommand('server/verify.ts', [], { DATA_DIR: first }, account)
    expect(made.text).toContain('GREEN')
    const env = { DATA_DIR: first, SECRET_KEY: 'k'.repeat(40) }
    const file = join(first, 'backup.tar.gz')
    const backup = await runCommand('server/backup.ts', [file, '--with-secret-key'], env, account)
    expect(backup).toMatchObject({ code: 0, text: expect.stringContaining('It holds the secret key') })
    const restored = await runCommand('server/restore.ts', [file], { DATA_DIR: second }, account)
    expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('GREEN') })
    expect(readFileSync(join(second, 'secret.key'), 'utf8')).toBe(`${env.SECRET_KEY}\n`)
    expect(statSync(join(second, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(statSync(realpathSync(join(second, 'postgres'))).uid).toBe(account?.uid ?? process.getuid?.())
  })

  test('with DATABASE_URL: pending mail is not sent after a restore, and old sessions and registration links are invalid', async () => {
    const lived = await cloneDatabase()
    const { db } = lived.database
    await lived.database.transaction((tx) => queueMail(tx, { to: 'a@example.com', subject: 'Waits', lines: [] }))
    await sql`insert into users (id, email, email_key, name, role, password_hash)
      values (gen_random_uuid(), 'a@b.c', 'a@b.c', 'A', 'admin', '')`.execute(db)
    await sql`insert into sessions (id, token_hash, user_id, realm, epoch, expires_at)
      select gen_random_uuid(), 'x', id, 'staff', 1, now() + interval '1 day' from users`.execute(db)
    await sql`insert into registration_links (id, token_hash, role, permissions, created_by, expires_at)
      select gen_random_uuid(), 'x', 'admin', '{}', id, now() + interval '1 day' from users`.execute(db)
    await sql`insert into settings (id, content) values (1, ${JSON.stringify({ reminders: { automatic: true } })}::jsonb)
      on conflict (id) do update set content = excluded.content`.execute(db)
    const dataDir = world.folder()
    const file = join(dataDir, 'backup.tar.gz')
    const backup = await runCommand('server/backup.ts', [file], {
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(lived.connection),
    })
    expect(backup).toMatchObject({ code: 0, text: expect.stringContaining('rows of') })

    const place = await cloneDatabase({ empty: true })
    const env = { DATA_DIR: world.folder(), DATABASE_URL: urlOf(place.connection) }
    const restored = await runCommand('server/restore.ts', [file], env)
    expect(restored).toMatchObject({ text: expect.stringContaining('1 mails that waited are held back') })
    expect(restored.text).toContain('Automatic reminders are off')
    const after = place.database.db
    const { rows: mails } = await sql`select state, problem from mail_outbox`.execute(after)
    expect(mails).toEqual([{ state: 'failed', problem: 'Held back by a restore: it may have been sent already.' }])
    expect((await sql`select 1 from sessions`.execute(after)).rows).toEqual([])
    expect((await sql`select 1 from registration_links where revoked_at is null`.execute(after)).rows).toEqual([])
    const { rows: acts } = await sql`select act from audit_log where entity = 'backup' order by id desc`.execute(after)
    expect(acts[0]).toEqual({ act: 'backup.restored' })
    const { rows: noted } = await sql`select act from audit_log where entity = 'backup'`.execute(db)
    expect(noted).toEqual([{ act: 'backup.made' }])
  })
})

const urlOf = ({ host = '', port, user, database }: Connection) =>
  `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
