import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#shared/http/refusal.ts'
import { queryTally } from '#server/db/counted-client.ts'
import { cloneDatabase } from '#test/database.ts'
import { command, type CommandDeps } from './command.ts'
import type { Announcement, Caller, Work } from './work.ts'

const caller: Caller = { userId: randomUUID(), name: 'Ana', role: 'admin', permissions: {}, sessionId: randomUUID() }

async function setup() {
  const { database } = await cloneDatabase()
  const announcements: Announcement[] = []
  const deps: CommandDeps = {
    database,
    clock: () => new Date('2026-03-01T23:30:00Z'),
    timeZone: () => 'Asia/Kolkata',
    publish: (all) => void announcements.push(...all),
  }
  const request = { caller, route: 'POST /test', status: 200 }
  const rows = async (table: string) =>
    (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(database.db)).rows[0]
      ?.count
  return { database, deps, announcements, request, rows }
}

describe('command', () => {
  test('publishes its announcements only after the commit', async () => {
    const { deps, request, database } = await setup()
    const seen: unknown[] = []
    deps.publish = () => void seen.push(sql`select count(*) as n from audit_log`.execute(database.db))
    await command(
      deps,
      request,
      async (work) => {
        work.audit('test.done', 'test', null)
        work.announce('account_updated', { accountId: 'x' })
        expect(seen).toEqual([])
      },
      () => '{}',
    )
    expect(((await seen[0]) as { rows: unknown[] }).rows).toEqual([{ n: 1 }])
  })

  test('stores nothing and announces nothing if it is refused or fails: no row, no idempotency key, no audit row', async () => {
    const { deps, announcements, request, rows } = await setup()
    const key = randomUUID()
    for (const error of [new Refusal('IN_USE'), new Error('crash')]) {
      await expect(
        command(
          deps,
          { ...request, key },
          async (work) => {
            work.audit('test.done', 'test', null)
            work.announce('account_updated', { accountId: 'x' })
            await sql`insert into categories (id, name) values (${randomUUID()}, 'Half')`.execute(work.tx)
            throw error
          },
          () => '{}',
        ),
      ).rejects.toBe(error)
    }
    expect([await rows('categories'), await rows('idempotency'), await rows('audit_log'), announcements]).toEqual([
      0,
      0,
      0,
      [],
    ])
  })

  test('fails if it writes no audit row', async () => {
    const { deps, request } = await setup()
    await expect(
      command(
        deps,
        request,
        async () => {},
        () => '{}',
      ),
    ).rejects.toThrow('without an audit row')
  })

  test('uses the current date in the company’s time zone, not the server’s', async () => {
    const { deps, request } = await setup()
    let today = ''
    await command(
      deps,
      request,
      async (work) => {
        today = work.today
        work.audit('test.done', 'test', null)
      },
      () => '{}',
    )
    expect(today).toBe('2026-03-02')
  })

  test('is retried after a deadlock and takes effect once', async () => {
    const { deps, request, rows } = await setup()
    let attempts = 0
    await command(
      deps,
      { ...request, key: randomUUID() },
      async (work) => {
        attempts += 1
        work.audit('test.done', 'test', null)
        await sql`insert into categories (id, name) values (${randomUUID()}, 'Once')`.execute(work.tx)
        if (attempts < 3)
          await sql.raw(`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`).execute(work.tx)
      },
      () => '{}',
    )
    expect([attempts, await rows('categories'), await rows('audit_log')]).toEqual([3, 1, 1])
  })

  test('throws the first error of statements sent together and rolls back the others', async () => {
    const { deps, request, rows, announcements } = await setup()
    const id = randomUUID()
    const add = (work: Work) => sql`insert into categories (id, name) values (${id}, 'Sent')`.execute(work.tx)
    await expect(
      command(
        deps,
        { ...request, key: randomUUID() },
        async (work) => {
          work.audit('test.done', 'test', null)
          work.send(add(work))
          work.send(add(work))
          work.send(sql`insert into categories (id, name) values (${randomUUID()}, 'After')`.execute(work.tx))
          // This statement's own error is only "current transaction is aborted" (25P02).
          await sql`select 1`.execute(work.tx)
        },
        () => '{}',
      ),
    ).rejects.toMatchObject({ code: '23505', constraint: 'categories_pkey' })
    expect([await rows('categories'), await rows('idempotency'), await rows('audit_log'), announcements]).toEqual([
      0,
      0,
      0,
      [],
    ])
  })

  test('sends statements that it doesn’t wait for together with the next one, in order', async () => {
    const { deps, request } = await setup()
    const id = randomUUID()
    const tally = { statements: 0, trips: 0, ms: 0 }
    let seen: unknown
    await queryTally.run(tally, () =>
      command(
        deps,
        { ...request, key: randomUUID() },
        async (work) => {
          work.audit('test.done', 'test', null)
          work.send(sql`insert into categories (id, name) values (${id}, 'Sent')`.execute(work.tx))
          seen = (await sql`select name from categories where id = ${id}`.execute(work.tx)).rows
        },
        () => '{}',
      ),
    )
    expect(seen).toEqual([{ name: 'Sent' }])
    // First trip: begin, insert and select; second trip: the stored response and commit.
    expect(tally).toMatchObject({ statements: 5, trips: 2 })
  })

  test('refuses statements after its transaction has ended', async () => {
    const { deps, request } = await setup()
    let late: Work | undefined
    await command(
      deps,
      request,
      async (work) => {
        late = work
        work.audit('test.done', 'test', null)
      },
      () => '{}',
    )
    await expect(late && sql`select 1`.execute(late.tx)).rejects.toThrow('The transaction has ended')
  })

  test('makes a file while no row is locked, again if the data has changed, and gives up after several attempts', async () => {
    const { database, deps, request, rows } = await setup()
    const id = randomUUID()
    await sql`insert into categories (id, name) values (${id}, 'v0')`.execute(database.db)
    const made: string[] = []
    /** Renames the category in another transaction; throws if the command still has it locked. */
    const rename = (name: string) =>
      database.db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = 500`.execute(tx)
        await sql`update categories set name = ${name} where id = ${id}`.execute(tx)
      })
    const send = (changes: number) =>
      command(
        deps,
        { ...request, key: randomUUID() },
        async (work) => {
          const { rows: found } = await sql<{ name: string }>`select name from categories where id = ${id}
            for no key update`.execute(work.tx)
          const name = found[0]?.name ?? ''
          const file = await work.makeUnlocked({ name }, async () => {
            made.push(name)
            if (made.length <= changes) await rename(`v${made.length}`)
            return Buffer.from(name)
          })
          work.audit('test.sent', 'test', id)
          return file.toString()
        },
        (text) => text,
      )
    expect((await send(2)).body).toBe('v2')
    expect(made).toEqual(['v0', 'v1', 'v2'])
    expect(await rows('audit_log')).toBe(1)
    await expect(send(99)).rejects.toMatchObject({ code: 'REQUEST_IN_PROGRESS' })
    expect([await rows('audit_log'), await rows('idempotency')]).toEqual([1, 1])
  })

  test('two users can use the same idempotency key', async () => {
    const { deps, request } = await setup()
    const key = randomUUID()
    const run = (userId: string) =>
      command(
        deps,
        { ...request, key, caller: { ...caller, userId } },
        async (work) => work.audit('test.done', 'test', null),
        () => userId,
      )
    const [a, b] = [randomUUID(), randomUUID()]
    expect([(await run(a)).body, (await run(b)).body, (await run(a)).body]).toEqual([a, b, a])
  })
})
