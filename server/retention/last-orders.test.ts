import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { integrityApi } from '#shared/reports/integrity-api.ts'
import { sqlOf } from '#server/integrity/check-rules.ts'
import { reportChecks } from '#server/integrity/report-checks.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { startServer } from '#test/server.ts'

test('[RET-01] wrong last-order dates are found by the integrity check and repaired while orders are created', async () => {
  const server = await startServer()
  const { db } = server.database
  const admin = await server.as('admin')
  const product = await addProduct(admin, await addPlace(admin), { quantity: 100 })
  const accounts = [await addAccount(admin), await addAccount(admin), await addAccount(admin)]
  const order = (at: number) => addOrder(admin, accounts[at]?.id ?? '', [[product.id, 1]])
  for (const at of [0, 1, 2]) await order(at)
  const brokenBy = async (name: string) => {
    const [check] = reportChecks.filter(({ id }) => id === name)
    if (!check) throw new Error(name)
    const { rows } = await sql<{ id: string }>`${sqlOf(check)}`.execute(db)
    return rows.map((row) => row.id).toSorted()
  }
  const wrong = () => brokenBy('R7 last orders')
  const repair = async () => (await admin.do(integrityApi.rebuildReportSums, { body: {} })).data.at(-1)
  expect(await wrong()).toEqual([])
  // One is too old, one is missing, and one has a date of an order that doesn't exist.
  await sql`update retention_customers set last_order_date = last_order_date - 9 where account_id = ${accounts[0]?.id}`.execute(
    db,
  )
  await sql`delete from retention_customers where account_id = ${accounts[1]?.id}`.execute(db)
  await sql`update retention_customers set last_order_date = last_order_date + 9 where account_id = ${accounts[2]?.id}`.execute(
    db,
  )
  expect(await wrong()).toEqual(accounts.map(({ id }) => id).toSorted())
  const [mended] = await Promise.all([repair(), order(0), order(2), order(1)])
  expect(mended).toMatchObject({ table: 'retention_customers' })
  expect(mended?.corrected).toBeGreaterThan(0)
  expect(await wrong()).toEqual([])
  // The check also finds steps without a row, and a wrong active flag.
  const wrongSteps = () => brokenBy('R8 retention steps')
  await sql`update accounts set status = 'inactive' where id = ${accounts[2]?.id}`.execute(db)
  expect(await wrongSteps()).toEqual([])
  await sql`update retention_customers set steps = 1, last_step_at = now() where account_id = ${accounts[0]?.id}`.execute(
    db,
  )
  await sql`update retention_customers set is_active = true where account_id = ${accounts[2]?.id}`.execute(db)
  expect((await wrongSteps()).toSorted()).toEqual([accounts[0]?.id, accounts[2]?.id].toSorted())
  await repair()
  expect(await wrongSteps()).toEqual([])
  expect(await repair()).toEqual({ table: 'retention_customers', corrected: 0 })
})
