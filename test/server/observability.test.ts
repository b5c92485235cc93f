import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { queueMail } from '#server/kernel/mail.ts'
import { type FaultProxy, faultProxy } from '#test/fault-proxy.ts'
import { startServer } from '#test/server.ts'
import { embeddedWorld, isRoot } from '#test/server/embedded-world.ts'
import { runServer } from '#test/server/running-server.ts'

/* What an operator of Wardstock sees: the log, readiness and /metrics. */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const world = embeddedWorld()
afterAll(() => world.end())

const errorLevel = 50

describe('failures are visible', () => {
  test('in the log at error level with the cause if the response is 5xx; 4xx responses are not errors', async () => {
    let proxy: FaultProxy | undefined
    const server = await startServer({
      through: async (connection) => (proxy = await faultProxy(connection)).connection,
    })
    const admin = await server.as('admin')
    await admin.send('GET', '/api/nothing')
    proxy?.shut()
    expect((await admin.send('GET', '/api/products')).status).toBe(503)
    const lines = server.logs.map(
      (line) => JSON.parse(line) as { level: number; status?: number; code?: string; problem?: string },
    )
    expect(lines.find(({ status }) => status === 503)).toMatchObject({
      level: errorLevel,
      code: 'DATABASE_DOWN',
      problem: expect.stringMatching(/ECONN|terminated/),
    })
    expect(lines.filter(({ status = 0, level }) => status < 500 && level >= errorLevel)).toEqual([])
  })

  test('in readiness while the database is read-only', async () => {
    const server = await startServer()
    const ready = () => server.nobody.send('GET', '/health/ready')
    expect((await ready()).status).toBe(200)
    const name = sql.id(server.connection.database ?? '')
    await sql`alter database ${name} set default_transaction_read_only = on`.execute(server.database.db)
    await expect.poll(async () => (await ready()).status, { timeout: 20_000 }).toBe(503)
    expect((await ready()).body).toMatchObject({ status: 'no write succeeds' })
    await sql`alter database ${name} reset default_transaction_read_only`.execute(server.database.db)
    await expect.poll(async () => (await ready()).status, { timeout: 20_000 }).toBe(200)
  })

  test('in readiness while the disk is full; recovers by itself', async (context) => {
    const dataDir = world.folder()
    const isMounted =
      isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', dataDir]).status === 0
    if (!isMounted) return context.skip('only root can mount a small disk')
    try {
      const server = await runServer({ DATA_DIR: dataDir })
      const status = async () => (await fetch(`${server.url}/health/ready`)).status
      expect(await status()).toBe(200)
      spawnSync('dd', ['if=/dev/zero', `of=${join(dataDir, 'filling')}`, 'bs=64k'])
      await expect.poll(status, { timeout: 30_000 }).toBe(503)
      expect((await fetch(`${server.url}/health/live`)).status).toBe(200)
      rmSync(join(dataDir, 'filling'))
      await expect.poll(status, { timeout: 60_000 }).toBe(200)
      await server.stop()
    } finally {
      spawnSync('umount', ['-l', dataDir])
    }
  })
})

describe('/metrics', () => {
  test('shows requests, database, pending work, sockets, the integrity check, backups and the version', async () => {
    const server = await startServer()
    const admin = await server.as('admin')
    await admin.send('GET', '/api/products')
    await server.database.transaction((tx) => queueMail(tx, { to: 'a@example.com', subject: 'Waits', lines: [] }))
    await sql`insert into audit_log (act, entity, at) values ('backup.made', 'backup', now() - interval '121 minutes')`.execute(
      server.database.db,
    )
    await sql`insert into proofs (id, started_at, ended_at, state, checks, total)
      values (gen_random_uuid(), now(), now(), 'red', '[{"broken": 2}, {"broken": 0}]', 2)`.execute(server.database.db)
    const answer = await server.nobody.send('GET', '/metrics')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
    const text = answer.body as unknown as string
    expect(text).toMatch(
      /wardstock_http_request_duration_seconds_count\{method="GET",route="\/api\/products",status="200"\} 1/,
    )
    expect(text).toMatch(/wardstock_database_up 1/)
    expect(text).toMatch(/wardstock_db_pool_connections\{state="idle"\} \d+/)
    expect(text).toMatch(/wardstock_waiting\{kind="mail"\} 1/)
    expect(text).toMatch(/wardstock_sockets 0/)
    expect(text).toMatch(/wardstock_integrity_check_broken 1/)
    expect(text).toMatch(/wardstock_backup_age_seconds 72\d\d/)
    expect(text).toMatch(/wardstock_info\{version="[\d.]+",node="v[\d.]+"\} 1/)
    expect(text).toContain('process_resident_memory_bytes')
  })

  test('responds without a database, too', async () => {
    let proxy: FaultProxy | undefined
    const server = await startServer({
      through: async (connection) => (proxy = await faultProxy(connection)).connection,
    })
    proxy?.shut()
    const answer = await server.nobody.send('GET', '/metrics')
    expect(answer.status).toBe(200)
    expect(answer.body as unknown as string).toMatch(/wardstock_database_up 0/)
  })

  test('is open only to this machine or with the token', async () => {
    const open = await startServer()
    const forwarded = await open.nobody.send('GET', '/metrics', undefined, { 'x-forwarded-for': '203.0.113.9' })
    expect([forwarded.status, forwarded.body.code]).toEqual([403, 'FORBIDDEN'])
    const token = 'a token for the scraper'
    const closed = await startServer({ metricsToken: token })
    expect((await closed.nobody.send('GET', '/metrics')).status).toBe(401)
    const readMetrics = (given: string) =>
      closed.nobody.send('GET', '/metrics', undefined, { authorization: `Bearer ${given}` })
    expect((await readMetrics('another')).status).toBe(401)
    expect((await readMetrics(token)).status).toBe(200)
  })
})
