import { sql } from 'kysely'
import { retentionSettingsApi, type RetentionSettings } from '#shared/retention/settings-api.ts'
import { addAccount, addOrder } from './builders.ts'
import type { Client } from './client.ts'
import type { TestServer } from './server.ts'

/** Changes some of the retention settings; without quiet hours unless the change sets them. */
export async function changeRetention(client: Client, change: Partial<RetentionSettings>) {
  const { data, version } = await client.do(retentionSettingsApi.getRetentionSettings, {})
  const body = { ...data, quietFrom: '00:00', quietTo: '00:00', ...change }
  return client.do(retentionSettingsApi.putRetentionSettings, { body }, { version })
}

/** Creates a customer with delivered orders of these days (YYYY-MM-DD), each of `[productId, quantity]` lines. */
export async function addCustomer(
  { database }: Pick<TestServer, 'database'>,
  client: Client,
  days: readonly string[],
  lines: readonly (readonly [string, number])[],
  more: Parameters<typeof addAccount>[1] = {},
) {
  const account = await addAccount(client, { email: 'ward@hospital.example', phone: '+49 151 2345678', ...more })
  for (const day of days) {
    const order = await addOrder(client, account.id, lines)
    await sql`update sales_orders set order_date = ${day}::date, status = 'DELIVERED' where id = ${order.id}`.execute(
      database.db,
    )
  }
  return account
}

/**
 * Whether a customer is held out if this percentage of customers is; the hash of the customer decides, a test can't
 * choose it.
 */
export const isHeldOut = async ({ database }: Pick<TestServer, 'database'>, accountId: string, percent: number) => {
  const { rows } = await sql<{
    held: boolean
  }>`select hold_out_bucket < ${percent}::int as held from retention_customers
    where account_id = ${accountId}`.execute(database.db)
  return rows[0]?.held ?? false
}
