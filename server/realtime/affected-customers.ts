import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Announcement } from '#server/kernel/work.ts'

/** A customer, by the id of their account, and what they are told: only what is theirs. */
export interface Concern {
  accountId: string
  announcement: Announcement
}

/** The customers whom announcements concern, read after the commit: an event names no customer but the account's own. */
export async function customersConcerned(db: Db, announcements: readonly Announcement[]): Promise<Concern[]> {
  const named = announcements.flatMap((announcement) => {
    const id = idOf(announcement)
    return id ? [{ announcement, id }] : []
  })
  if (named.length === 0) return []
  const ids = named.map(({ id }) => id)
  const { rows } = await sql<{ id: string; accountId: string }>`
    select o.id, o.account_id as "accountId" from sales_orders o where o.id = any(${ids}::uuid[])
    union all select i.id, i.account_id from invoices i where i.id = any(${ids}::uuid[])
    union all select s.id, o.account_id from shipments s join sales_orders o on o.id = s.order_id
      where s.id = any(${ids}::uuid[])
    union all select a.id, a.id from accounts a where a.id = any(${ids}::uuid[])`.execute(db)
  const accounts = new Map(rows.map(({ id, accountId }) => [id, accountId]))
  return named.flatMap(({ announcement, id }) => {
    const accountId = accounts.get(id)
    return accountId ? [{ accountId, announcement }] : []
  })
}

function idOf({ name, payload }: Announcement): string | undefined {
  if (name === 'sales_order_updated') return payload.salesOrderId
  if (name === 'invoice_updated') return payload.invoiceId
  if (name === 'shipping_updated') return payload.shippingId
  if (name === 'account_updated') return payload.accountId
  return undefined
}
