import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import type { OrderMessage, OrderMessages } from '#shared/portal/messages-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { queueMail } from '#server/kernel/mail.ts'
import type { Work } from '#server/kernel/work.ts'
import { noteRead, unread } from './message-reads.ts'

/** The account of a customer's user; null for the office, which may see any. */
type OfAccount = string | null

interface Row extends OrderMessage {
  isUnread: boolean
  /** The time up to which the other side has read. */
  readByOther: string | null
}

/** The messages of an order. Throws NOT_FOUND for another customer's order. */
export async function listOrderMessages(db: Db | Tx, accountId: OfAccount, orderId: string): Promise<OrderMessages> {
  const byCustomer = accountId !== null
  const { rows } =
    await sql<Row>`select m.from_customer <> ${byCustomer} and ${unread} as "isUnread", other.read_at as "readByOther",
      m.id, m.from_customer as "fromCustomer", u.name as author, m.body, m.at
    from sales_orders o left join order_messages m on m.order_id = o.id left join users u on u.id = m.author_id
      left join order_message_reads d on d.order_id = o.id and d.by_customer = ${byCustomer}
      left join order_message_reads other on other.order_id = o.id and other.by_customer <> ${byCustomer}
    where o.id = ${orderId} and o.deleted_at is null and (${accountId}::uuid is null or o.account_id = ${accountId}::uuid)
    order by m.at, m.id`.execute(db)
  const [first] = rows
  if (!first) throw new Refusal('NOT_FOUND')
  const written = rows.filter(({ id }) => id !== null)
  const data = written.map(({ isUnread: _isUnread, readByOther: _readByOther, ...message }) => message)
  return { data, readByOther: first.readByOther, unread: written.filter(({ isUnread }) => isUnread).length }
}

interface About {
  number: string
  accountId: string
  account: string
  accountEmail: string | null
  company: string | null
  companyEmail: string | null
  /** The customer's users who take part: those who wrote or placed the order, else those who may order. */
  users: { email: string; isPart: boolean }[] | null
}

/** Stores a message and queues the mails to the other side. Throws NOT_FOUND for another customer's order. */
export async function sendOrderMessage(work: Work, accountId: OfAccount, orderId: string, body: string): Promise<void> {
  const { rows } = await sql<About>`select o.number, a.id as "accountId", a.name as account, a.email as "accountEmail",
      (select content #>> '{company,name}' from settings) as company,
      (select content #>> '{company,contactEmail}' from settings) as "companyEmail",
      (select json_agg(json_build_object('email', u.email, 'isPart', u.id = o.created_by or exists (select 1 from order_messages m
          where m.order_id = o.id and m.author_id = u.id)) order by u.email)
        from users u where u.account_id = a.id and u.deleted_at is null and u.suspended_at is null and u.password_hash is not null
          and u.portal_role <> 'viewer') as users
    from sales_orders o join accounts a on a.id = o.account_id
    where o.id = ${orderId} and o.deleted_at is null and (${accountId}::uuid is null or o.account_id = ${accountId}::uuid)
    for share of o`.execute(work.tx)
  const [about] = rows
  if (!about) throw new Refusal('NOT_FOUND')
  const fromCustomer = accountId !== null
  const id = newId()
  await work.tx
    .insertInto('order_messages')
    .values({ id, order_id: orderId, from_customer: fromCustomer, author_id: work.caller.userId, body, at: work.now })
    .execute()
  await noteRead(work, orderId, fromCustomer, id)
  const from = fromCustomer ? about.account : (about.company ?? 'Wardstock')
  const link = fromCustomer
    ? { label: `Order ${about.number}`, path: `/orders/sales-orders/view/${orderId}` }
    : { label: `Order ${about.number}`, path: `/crm/customer-portal/orders/${orderId}` }
  for (const to of fromCustomer ? officeOf(about) : customersOf(about))
    await queueMail(work.tx, {
      to,
      subject: `Message about order ${about.number} from ${from}`,
      lines: [`${work.caller.name} wrote about order ${about.number}:`, body],
      link,
    })
  work.audit('order.message', 'salesOrder', orderId, { messageId: id, fromCustomer })
  work.announce('sales_order_updated', { salesOrderId: orderId })
}

const officeOf = ({ companyEmail }: About) => (companyEmail ? [companyEmail] : [])

/** Each address once, and only users who take part in the order. */
function customersOf({ users, accountEmail }: About): string[] {
  const all = users ?? []
  const part = all.filter((user) => user.isPart)
  const recipients = (part.length > 0 ? part : all).map((user) => user.email)
  return recipients.length > 0 ? recipients : accountEmail ? [accountEmail] : []
}
