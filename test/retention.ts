import { sql } from 'kysely'
import { retentionSettingsApi, type RetentionSettings } from '#shared/retention/settings-api.ts'
import { addAccount, addOrder } from './builders.ts'
import type { Client } from './client.ts'
import type { TestServer } from './server.ts'

/** Changes some of the retention settings; at no time is it quiet unless the change says so. */
export async function changeRetention(client: Client, change: Partial<RetentionSettings>) {
  const { data, version } = await client.do(retentionSettingsApi.getRetentionSettings, {})
  const body = { ...data, quietFrom: '00:00', quietTo: '00:00', ...change }
  return client.do(retentionSettingsApi.putRetentionSettings, { body }, { version })
}

/** A customer whose orders were delivered on these days (YYYY-MM-DD), each of `[productId, quantity]` lines. */
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

/** Puts customers into the group that is held out, or out of it, by the seed of the hash that can't be chosen. */
export const isHeldOut = async ({ database }: Pick<TestServer, 'database'>, accountId: string, percent: number) => {
  const { rows } = await sql<{
    held: boolean
  }>`select hold_out_bucket < ${percent}::int as held from retention_customers
    where account_id = ${accountId}`.execute(database.db)
  return rows[0]?.held ?? false
}
