import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { companySetupApi } from '#shared/dashboard/company-setup-api.ts'
import { identityApi } from '#shared/identity/login/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { clientOf } from '#test/client.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { startServer } from '#test/server.ts'
import { ageHeartbeats, hurryRetries } from './another-process.ts'
import { runOver } from './running-server.ts'

test('[AUTH-07] (T6) the demo company of --demo is loaded after the set-up, completely and once, even after a kill -9 halfway', async () => {
  const base = await startServer()
  const { db } = base.database
  const count = async (what: string) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(what)}`.execute(db)
    return rows[0]?.count ?? 0
  }
  const job = async () => {
    const { rows } = await sql<{ state: string; retries: number }>`select state::text, retry_count as retries
      from pgboss.job where name = 'load-demo-company'`.execute(db)
    return rows
  }
  const first = await runOver(base, ['--demo'])
  expect(first.output()).toContain('The demo company will be loaded when the first administrator is set up.')
  const stranger = clientOf(first.url, '', '')
  expect(await stranger.do(identityApi.setupOpen, {})).toEqual({ open: true, demo: true })
  const person = { name: 'Ana', email: 'ana@example.com', password: 'violet harbour tractor 91', phone: '+225 1' }
  const body = { code: 'PROCESS-CODE', ...person }
  const { status, headers } = await stranger.send('POST', '/api/auth/setup-first-admin', body)
  expect(status).toBe(201)
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  // The administrator can already use the app while it is loading.
  expect(await clientOf(first.url, '', cookie).do(companySetupApi.getCompanySetup, {})).toMatchObject({
    demo: { state: 'loading' },
  })
  await expect.poll(() => count('sales_orders'), { timeout: 120_000, interval: 50 }).toBeGreaterThan(60)
  process.kill(first.pid, 'SIGKILL')
  const left = await count('sales_orders')
  expect(left).toBeLessThan(187)
  expect((await job()).map(({ state }) => state)).toEqual(['active'])

  const second = await runOver(base)
  await ageHeartbeats(base.database)
  const jobNow = async () => {
    await hurryRetries(base.database)
    return job()
  }
  await expect.poll(jobNow, { timeout: 240_000, interval: 200 }).toEqual([{ state: 'completed', retries: 1 }])
  expect(await count('sales_orders')).toBe(187)
  const admin = clientOf(second.url, '', cookie)
  expect(await admin.do(companySetupApi.getCompanySetup, {})).toMatchObject({ demo: null })
  expect(await admin.do(inventoryApi.listProducts, {})).toMatchObject({ total: 26 })
  // No record was created twice.
  const { rows: duplicates } = await sql`select kind, name from items group by kind, name having count(*) > 1
    union all select 'account', code from accounts where code is not null group by code having count(*) > 1`.execute(db)
  expect(duplicates).toEqual([])
  expect(await brokenInvariants(db)).toEqual({})
}, 420_000)
