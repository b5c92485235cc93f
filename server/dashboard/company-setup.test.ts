import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { companySetupApi, type SetupStep } from '#shared/dashboard/company-setup-api.ts'
import { identityApi } from '#shared/identity/login/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { mailSettingsApi } from '#shared/settings/mail-settings-api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { clientOf } from '#test/client.ts'
import { type Client, startServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'
import { mailServer } from '#test/smtp.ts'

const { getCompanySetup, putCompanySetup } = companySetupApi
const read = (admin: Client) => admin.do(getCompanySetup, {})
const done = async (admin: Client) => (await read(admin)).steps.flatMap(({ step, isDone }) => (isDone ? [step] : []))
const put = async (admin: Client, skipped: SetupStep[], isDismissed: boolean) =>
  admin.do(putCompanySetup, { body: { skipped, isDismissed } }, { version: (await read(admin)).version })

test('[SET-01] each step of the setup checklist is marked done from the company’s data', async () => {
  const smtp = await mailServer()
  const server = await startServer({ mail: { ports: [smtp.port, 1] } })
  const admin = await server.as('admin')
  expect(await done(admin)).toEqual([])
  await changeSettings(admin, { company: { name: 'Harbour Medical' } })
  expect(await done(admin)).toEqual([])
  await changeSettings(admin, { company: { address: '12 Harbour Road' } })
  expect(await done(admin)).toEqual(['company'])
  await changeSettings(admin, {
    tax: { rates: [{ name: 'VAT', kind: 'exclusive', percent: '19' }], defaultRate: 'VAT' },
  })
  const logo = await sharp({ create: { width: 30, height: 9, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()
  await admin.send('PUT', settingsApi.putLogo.path, new Uint8Array(logo), {
    'content-type': 'image/png',
    'if-match': '"v1"',
  })
  expect(await done(admin)).toEqual(['company', 'logo', 'taxes'])
  const mail = async (port: number) => {
    const { version } = await admin.do(mailSettingsApi.getMailSettings, {})
    const sender = { username: null, senderName: null, senderAddress: 'desk@harbour.example' }
    const body = { host: 'localhost', port, encryption: 'none' as const, ...sender }
    await admin.do(mailSettingsApi.putMailSettings, { body }, { version })
    await admin.do(mailSettingsApi.sendTestMail, { body: { to: 'me@example.com' } })
  }
  await mail(1)
  expect(await done(admin)).toEqual(['company', 'logo', 'taxes'])
  await mail(smtp.port)
  expect(await done(admin)).toEqual(['company', 'logo', 'taxes', 'mail'])
  const place = await addPlace(admin)
  expect(await done(admin)).toEqual(['company', 'logo', 'taxes', 'mail', 'locations'])
  const product = await addProduct(admin, place)
  const account = await addAccount(admin)
  expect(await done(admin)).toEqual(['company', 'logo', 'taxes', 'mail', 'locations', 'products', 'customers'])
  await admin.do(usersApi.create, { body: { name: 'Ines', email: 'ines@example.com', role: 'staff' } })
  await addOrder(admin, account.id, [[product.id, 1]])
  expect(await done(admin)).toEqual((await read(admin)).steps.map(({ step }) => step))
  // A step is open again when its record is deleted.
  const other = await startServer()
  const boss = await other.as('admin')
  const gone = await addProduct(boss, await addPlace(boss))
  expect(await done(boss)).toContain('products')
  await boss.do(inventoryApi.deleteProduct, { params: { id: gone.id } })
  expect(await done(boss)).not.toContain('products')
})

test('[SET-01] only administrators skip steps, dismiss the checklist and show it again; an old version is refused (412)', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const first = await read(admin)
  expect(first).toMatchObject({ isDismissed: false, version: 1 })
  expect((await put(admin, ['taxes', 'taxes'], true)).steps.filter(({ isSkipped }) => isSkipped)).toEqual([
    { step: 'taxes', isDone: false, isSkipped: true },
  ])
  expect((await read(admin)).isDismissed).toBe(true)
  expect((await put(admin, [], false)).isDismissed).toBe(false)
  const body = { skipped: [], isDismissed: true }
  expect((await admin.call(putCompanySetup, { body }, { version: 1 })).status).toBe(412)
  expect((await admin.send('PUT', '/api/company-setup', body)).status).toBe(428)
  const { version } = await read(admin)
  const wrong = { skipped: ['slogan'], isDismissed: true } as never
  expect((await admin.call(putCompanySetup, { body: wrong }, { version })).status).toBe(422)
  for (const [client, status] of [
    [server.nobody, 401],
    [await server.as('staff'), 403],
  ] as const) {
    expect((await client.call(getCompanySetup, {})).status).toBe(status)
    expect((await client.call(putCompanySetup, { body }, { version })).status).toBe(status)
  }
})

describe('[AUTH-07, SET-01] loading the demo company', () => {
  const setUpWith = async (loadDemo: (adminId: string, start: number) => Promise<void>) => {
    const server = await startServer({ loadDemo })
    const body = {
      code: server.setupCode,
      name: 'Ana',
      email: 'ana@example.com',
      password: 'a long password',
      demo: true,
    }
    const answer = await server.nobody.send('POST', identityApi.setupFirstAdmin.path, body)
    expect(answer.status).toBe(201)
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    return { server, admin: clientOf(server.url, '', cookie) }
  }

  test('starts after the setup response, with the id of the new administrator; the checklist shows the progress', async () => {
    const loaded: string[] = []
    const { server, admin } = await setUpWith(async (id) => void loaded.push(id))
    expect((await read(admin)).demo).toEqual({ state: 'loading', orders: 0, of: 187 })
    expect(loaded).toEqual([])
    const place = await addPlace(admin)
    const account = await addAccount(admin)
    await addOrder(admin, account.id, [[(await addProduct(admin, place)).id, 1]])
    expect((await read(admin)).demo).toMatchObject({ orders: 1 })
    await server.app.runJobs()
    const { rows } = await sql<{ id: string }>`select id from users where role = 'admin'`.execute(server.database.db)
    expect([loaded, (await read(admin)).demo]).toEqual([[rows[0]?.id], null])
  })

  test('is retried from the same start date after an error; after the last attempt its state is failed', async () => {
    const starts: number[] = []
    const { server, admin } = await setUpWith(async (_id, start) => {
      starts.push(start)
      throw new Error('The disk is full')
    })
    const state = async () => (await read(admin)).demo?.state
    await server.app.runJobs()
    expect([starts.length, await state()]).toEqual([1, 'loading'])
    // Ends the pause before the next attempt and makes it the last one.
    await sql`update pgboss.job set start_after = moment(), retry_limit = 1 where name = 'load-demo-company'`.execute(
      server.database.db,
    )
    await server.app.runJobs()
    await server.app.runJobs()
    expect([starts, await state()]).toEqual([[starts[0], starts[0]], 'failed'])
  })
})
