import { sql } from 'kysely'
import { addDays, businessDate } from '#shared/dates.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addOrder } from '#test/builders.ts'
import type { Client, TestServer } from '#test/server.ts'

/** Confirms an order and returns the ID of its invoice, which is overdue by that many days. */
export async function issueInvoice(
  server: TestServer,
  client: Client,
  accountId: string,
  lines: readonly (readonly [string, number])[],
  overdueDays = 0,
) {
  const order = await addOrder(client, accountId, lines)
  const { invoice } = await client.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  const id = invoice?.id ?? ''
  const dueDate = addDays(businessDate(new Date(), 'UTC'), -overdueDays)
  if (overdueDays > 0) {
    await sql`update invoices set due_date = ${dueDate}, issued_date = ${addDays(dueDate, -30)}
      where id = ${id}`.execute(server.database.db)
  }
  return id
}
