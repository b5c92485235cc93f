import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { defaultRetentionSettings, retentionSettingsApi } from '#shared/retention/settings-api.ts'
import { journalApi } from '#shared/accounting/journal-api.ts'
import { periodsApi } from '#shared/accounting/periods-api.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { notificationsApi } from '#shared/notifications/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { mailSettingsApi } from '#shared/settings/mail-settings-api.ts'
import { defaultSettings, settingsApi } from '#shared/settings/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { type Client, startServer } from '#test/server.ts'
import { changeSettings, readSettings, settingsWith } from '#test/settings.ts'

test('[SET-01] (B24) outdated settings do not overwrite concurrent changes (412)', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const put = (lowStockThreshold: number, version: number) =>
    admin.call(settingsApi.putSettings, { body: { ...defaultSettings, lowStockThreshold } }, { version })
  const first = await admin.call(settingsApi.getSettings, {})
  expect(first.body.version).toBe(1)
  const both = await Promise.all([put(5, 1), put(6, 1)])
  expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 412])
  expect(both.find((answer) => answer.status === 412)?.body).toMatchObject({
    code: 'VERSION_CONFLICT',
    details: { version: 2 },
  })
  expect((await put(7, 2)).body).toMatchObject({ data: { lowStockThreshold: 7 }, version: 3 })
  for (const stale of [0, 1, 2, 4]) expect([stale, (await put(9, stale)).status]).toEqual([stale, 412])
  expect((await readSettings(admin)).data.lowStockThreshold).toBe(7)
})

test('[SET-01] (B24) a version conflict names who changed these settings, not who changed other settings', async () => {
  const server = await startServer()
  const [admin, other] = [await server.as('admin'), await server.as('admin')]
  await sql`update users set name = 'Somebody else' where id = ${other.userId}`.execute(server.database.db)
  const stale = await readSettings(admin)
  await changeSettings(other, { lowStockThreshold: 8 })
  await admin.do(retentionSettingsApi.putRetentionSettings, { body: defaultRetentionSettings }, { version: 1 })
  const { status, body } = await admin.call(settingsApi.putSettings, { body: stale.data }, { version: stale.version })
  expect([status, body.details]).toMatchObject([412, { version: stale.version + 1, by: 'Somebody else' }])
  const late = await other.call(
    retentionSettingsApi.putRetentionSettings,
    { body: defaultRetentionSettings },
    { version: 1 },
  )
  expect([late.status, late.body.details]).toMatchObject([412, { by: 'admin under test' }])
})

test('[SET-01] (B24) version conflicts name who changed the same thing, not something else of the company or customer', async () => {
  const server = await startServer({ mail: { ports: [2525] } })
  const [admin, other] = [await server.as('admin'), await server.as('admin')]
  await sql`update users set name = case id when ${admin.userId} then 'Ana' else 'Ben' end`.execute(server.database.db)
  const body = {
    host: '127.0.0.1',
    port: 2525,
    encryption: 'none',
    username: null,
    senderName: null,
    senderAddress: 'desk@harbour.example',
  } as const
  const account = await addAccount(admin)
  const params = { id: account.id }
  const billing = { taxExempt: true, reminders: true }
  const putMail = () => admin.call(mailSettingsApi.putMailSettings, { body }, { version: 1 })
  const putBilling = () => admin.call(balancesApi.putBilling, { params, body: billing }, { version: 1 })
  expect([(await putMail()).status, (await putBilling()).status]).toEqual([200, 200])
  await changeSettings(other, { lowStockThreshold: 5 })
  await other.do(crmApi.updateAccount, { params, body: { name: 'Zanzibar Hospital' } }, { version: 1 })
  const mine = { details: { by: 'Ana', version: 2 } }
  expect((await putMail()).body).toMatchObject(mine)
  expect((await putBilling()).body).toMatchObject(mine)
  await changeSettings(admin, { lowStockThreshold: 6 })
  await other.do(mailSettingsApi.removeMailSettings, {}, { version: 2 })
  const stale = await admin.call(settingsApi.putSettings, { body: defaultSettings }, { version: 1 })
  expect(stale.body).toMatchObject({ code: 'VERSION_CONFLICT', details: { by: 'Ana' } })
})

test('[SET-01] (B24) version conflicts of logo, chart of accounts, periods and notifications name who changed them', async () => {
  const server = await startServer()
  const [admin, other] = [await server.as('admin'), await server.as('admin')]
  await sql`update users set name = case id when ${admin.userId} then 'Ana' else 'Ben' end`.execute(server.database.db)
  const chart = { accounts: [] }
  const notifications = { muted: [], digest: 'daily' as const }
  const stale = [
    (client: Client) => client.call(settingsApi.removeLogo, {}, { version: 1 }),
    (client: Client) => client.call(journalApi.putChart, { body: chart }, { version: 1 }),
    (client: Client) => client.call(periodsApi.closePeriod, { body: { until: '2020-12-31' } }, { version: 1 }),
    () => admin.call(notificationsApi.putSettings, { body: notifications }, { version: 0 }),
  ]
  expect(await Promise.all(stale.map(async (change) => (await change(admin)).status))).toEqual([204, 200, 200, 200])
  await changeSettings(other, { lowStockThreshold: 5 })
  for (const change of stale) {
    const { status, body } = await change(other)
    expect([status, body]).toMatchObject([412, { details: { by: 'Ana' } }])
  }
})

test('[SET-01] (B24) requests without If-Match, or with an incomplete object, are refused and reset nothing', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  await changeSettings(admin, { lowStockThreshold: 77, company: { name: 'Harbour Medical' } })
  const before = await readSettings(admin)
  const put = (body: unknown, headers: Record<string, string> = { 'if-match': `"v${before.version}"` }) =>
    admin.send('PUT', '/api/settings', body, headers)
  expect((await put({}, {})).body.code).toBe('IF_MATCH_MISSING')
  expect((await put(before.data, {})).status).toBe(428)
  const empty = await put({})
  expect([empty.status, Object.keys(empty.body.fields ?? {}).toSorted()]).toEqual([
    422,
    Object.keys(defaultSettings).toSorted(),
  ])
  // Omits each field in turn: the refusal names its path.
  for (const [section, value] of Object.entries(before.data)) {
    if (typeof value !== 'object') continue
    for (const field of Object.keys(value)) {
      const part = Object.fromEntries(Object.entries(value).filter(([name]) => name !== field))
      const answer = await put({ ...before.data, [section]: part })
      expect([section, field, answer.status]).toEqual([section, field, 422])
      expect(answer.body.fields).toHaveProperty([`${section}.${field}`])
    }
  }
  expect(await readSettings(admin)).toEqual(before)
})

test('[SET-01] the server validates every field like the form', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const fieldsOf = async (change: Parameters<typeof settingsWith>[1]) => {
    const { body, version } = await settingsWith(admin, change)
    const answer = await admin.call(settingsApi.putSettings, { body }, { version })
    return [answer.status, Object.keys(answer.body.fields ?? {})]
  }
  for (const contactEmail of ['nobody', 'a@b', 'a b@example.com', '@example.com', 'a@example.com, b@example.com'])
    expect([contactEmail, await fieldsOf({ company: { contactEmail } })]).toEqual([
      contactEmail,
      [422, ['company.contactEmail']],
    ])
  for (const website of [
    'javascript:alert(1)',
    'JaVaScript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'file:///etc/passwd',
    '//example.com',
    'example.com',
    'https://',
    'https:example.com',
    'https://user:word@example.com',
    'https://exa mple.com',
    'http://[::1',
  ])
    expect([website, await fieldsOf({ company: { website } })]).toEqual([website, [422, ['company.website']]])
  for (const currency of ['usd', 'XXX', 'XTS', 'XAU', 'DEM', 'ABC', '', 'US', 'JPY', 'KWD'])
    expect([currency, await fieldsOf({ currency })]).toEqual([currency, [422, ['currency']]])
  for (const timeZone of ['', 'Mars/Olympus', 'x'.repeat(61)])
    expect([timeZone, await fieldsOf({ timeZone })]).toEqual([timeZone, [422, ['timeZone']]])
  for (const approvalLimit of ['-1', '1.234', '1e3', 'much', '5 000'])
    expect([approvalLimit, await fieldsOf({ purchasing: { approvalLimit } })]).toEqual([
      approvalLimit,
      [422, ['purchasing.approvalLimit']],
    ])
  expect(await fieldsOf({ company: { iban: 'DE89370400440532013001' } })).toEqual([422, ['company.iban']])
  expect(await fieldsOf({ company: { name: ' ' } })).toEqual([422, ['company.name']])
  for (const [firstDays, secondDays, thirdDays, wrong] of [
    [7, 3, 42, ['reminders.secondDays']],
    [7, 21, 20, ['reminders.thirdDays']],
    [7, 7, 7, ['reminders.secondDays', 'reminders.thirdDays']],
  ] as const)
    expect(await fieldsOf({ reminders: { firstDays, secondDays, thirdDays } })).toEqual([422, wrong])
  const company = {
    website: 'https://harbour.example/about?us=1',
    contactEmail: ' Desk@Harbour.example ',
    phone: '',
    address: null,
    iban: 'de89 3704 0044 0532 0130 00',
    bic: 'cobadeff',
  }
  const saved = await changeSettings(admin, { company, currency: 'EUR', timeZone: 'Asia/Manila' })
  expect(saved.data.company).toEqual({
    name: 'Wardstock',
    headquarters: null,
    website: 'https://harbour.example/about?us=1',
    contactEmail: 'Desk@Harbour.example',
    phone: null,
    address: null,
    taxNumber: null,
    iban: 'DE89370400440532013000',
    bic: 'COBADEFF',
  })
  await changeSettings(admin, { company: { website: 'HTTP://harbour.example' } })
})

test('[SET-01] the currency cannot be changed once amounts are booked in it', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  expect((await changeSettings(admin, { currency: 'EUR' })).isCurrencyFixed).toBe(false)
  const product = await addProduct(admin, await addPlace(admin), { quantity: 10 })
  const order = await addOrder(admin, (await addAccount(admin)).id, [[product.id, 1]])
  await changeSettings(admin, { currency: 'CHF' })
  await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  expect((await readSettings(admin)).isCurrencyFixed).toBe(true)
  const { body, version } = await settingsWith(admin, { currency: 'USD' })
  const refused = await admin.call(settingsApi.putSettings, { body }, { version })
  expect([refused.status, refused.body.code]).toEqual([409, 'CURRENCY_FIXED'])
  // Everything else can still be changed, and an invalid currency can be corrected.
  const saved = await changeSettings(admin, { lowStockThreshold: 3 })
  expect(saved.data.currency).toBe('CHF')
  await sql`update settings set content = jsonb_set(content, '{currency}', '"CHE"')`.execute(server.database.db)
  await admin.do(settingsApi.putSettings, { body: saved.data }, { version: saved.version })
})

test('[SET-01] invalid values saved by an older version can be read, but are refused with the next change', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const company = { ...defaultSettings.company, website: 'harbour.example', contactEmail: 'desk' }
  await sql`insert into settings (id, content, version)
    values (1, ${JSON.stringify({ company, retired: true })}, 2)`.execute(server.database.db)
  // The typed client would refuse them by the response's schema.
  const { data } = (await admin.send('GET', '/api/settings')).body as unknown as { data: typeof defaultSettings }
  expect(data).toEqual({ ...defaultSettings, company })
  const answer = await admin.call(settingsApi.putSettings, { body: data }, { version: 2 })
  expect(Object.keys(answer.body.fields ?? {}).toSorted()).toEqual(['company.contactEmail', 'company.website'])
})

test('[SET-01] settings saved before a section existed have its defaults', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  await sql`insert into settings (id, content, version) values (1, '{"lowStockThreshold":3}', 2)`.execute(
    server.database.db,
  )
  expect((await readSettings(admin)).data).toEqual({
    ...defaultSettings,
    lowStockThreshold: 3,
    inventory: { nearExpiryDays: 90, minimumShelfLifeDays: 0 },
  })
})
