import { sql } from 'kysely'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { exportJobsApi } from '#shared/delivery/export-jobs-api.ts'
import { queueMail } from '#server/kernel/mail.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { clientOf } from '#test/client.ts'
import { ageHeartbeats, hurryRetries, startProcessOn, until } from '#test/server/another-process.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { mailServer } from '#test/smtp.ts'

/* Two server processes on one database, and what happens to a job whose process is killed. */

let base: TestServer
let smtp: Awaited<ReturnType<typeof mailServer>>
beforeAll(async () => {
  base = await startServer()
  smtp = await mailServer()
})

const startProcess = () => startProcessOn(base, smtp.url)

const mailsTo = (prefix: string) =>
  smtp.received.flatMap(({ to }) => to.filter((address) => address.startsWith(prefix))).toSorted()

test('two processes run no job twice, and a new process takes over the jobs of a killed one', {
  timeout: 180_000,
}, async () => {
  const { db } = base.database
  const [first, second] = await Promise.all([startProcess(), startProcess()])

  const addresses = Array.from({ length: 40 }, (_, at) => `both${10 + at}@example.com`)
  await base.database.transaction(async (tx) => {
    for (const to of addresses) await queueMail(tx, { to, subject: 'One', lines: ['Once.'] })
  })
  await until(async () => mailsTo('both').length >= 40)
  expect(mailsTo('both')).toEqual(addresses)
  await second.stop()

  // If the process is killed while it sends a mail, nobody knows if the mail has arrived, so it is not sent again.
  smtp.state.isHolding = true
  await base.database.transaction((tx) => queueMail(tx, { to: 'cut@example.com', subject: 'One', lines: ['Once.'] }))
  await until(async () => mailsTo('cut').length === 1)
  const admin = await base.as('admin')
  const model = await addProduct(admin, await addPlace(admin), { name: 'Model of many' })
  const many = 20_000
  await sql`with made as (
        insert into items (id, kind, sku, name, category_id, supplier_id, location_id, price, cost, pcs_per_case)
        select gen_random_uuid(), 'product', 'CUT-' || n, 'Of two processes ' || n, category_id, supplier_id, location_id,
          price, cost, pcs_per_case
        from items, generate_series(1, ${many}::int) n where id = ${model.id} returning id),
      lot as (insert into lots (id, item_id, lot_number) select id, id, 'none' from made)
      insert into item_stock (item_id) select id from made`.execute(db)
  const query = { q: 'Of two processes', format: 'csv' }
  const { id } = await admin.do(exportJobsApi.startExport, { body: { list: 'products', query } })
  await until(async () => {
    const { rows } = await sql`select 1 from export_parts where export_id = ${id} limit 1`.execute(db)
    return rows.length > 0
  })
  process.kill(first.pid, 'SIGKILL')
  smtp.state.isHolding = false
  const { rows: cut } =
    await sql`select name, state::text from pgboss.job where state = 'active' order by name`.execute(db)
  expect(cut).toEqual([
    { name: 'export-list', state: 'active' },
    { name: 'send-mail', state: 'active' },
  ])

  const survivor = await startProcess()
  await ageHeartbeats(base.database)
  await until(async () => {
    await hurryRetries(base.database)
    return (await admin.do(exportJobsApi.getExportJob, { params: { id } })).state === 'done'
  })
  const there = clientOf(survivor.url, admin.userId, admin.cookie)
  const file = await there.send('GET', `/api/export-jobs/${id}/file`)
  const skus = parse<{ SKU: string }>(String(file.body), { bom: true, columns: true }).map(({ SKU }) => SKU)
  expect([skus.length, new Set(skus).size]).toEqual([many, many])

  await until(async () => {
    await hurryRetries(base.database)
    const { rows } =
      await sql`select 1 from mail_outbox where to_address = 'cut@example.com' and state = 'failed'`.execute(db)
    return rows.length > 0
  })
  await survivor.stop()
  expect(mailsTo('cut')).toHaveLength(1)
})
