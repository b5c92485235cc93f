import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { type Mail, queueMail } from '#server/kernel/mail.ts'
import type { Work } from '#server/kernel/work.ts'
import { lastStopSql } from '#server/logistics/shipments/shipment-rows.ts'

/** Kinds of mail notices to customers: the goods have left, or the next stop is theirs. */
export type NoticeKind = 'left' | 'next'

interface NoticeFacts {
  id: string
  number: string
  order: string
  email: string
  company: string
  driver: string | null
  carrier: string | null
  trackingNumber: string | null
  eta: string | null
}

/**
 * Mails the customers of these shipments a link to follow the delivery, once for each attempt and kind, however often it is
 * called. Customers without an email address get none.
 */
export async function notifyCustomers(work: Work, kind: NoticeKind, shipmentIds: readonly string[]): Promise<void> {
  if (shipmentIds.length === 0) return
  const { rows } = await sql<NoticeFacts>`with told as (
      insert into delivery_notices (shipment_id, attempt, kind, sent_at)
      select s.id, s.attempt, ${kind}, ${work.now} from shipments s join sales_orders o on o.id = s.order_id
        join accounts a on a.id = o.account_id
      where s.id = any(${listOf([...shipmentIds])}) and a.email is not null and s.deleted_at is null
      on conflict do nothing returning shipment_id)
    select s.id, s.number, o.number as order, a.email,
      coalesce((select content #>> '{company,name}' from settings), 'Wardstock') as company,
      case when r.status = 'IN_PROGRESS' or ${kind} = 'next' then split_part(u.name, ' ', 1) end as driver,
      s.carrier, s.tracking_number as "trackingNumber",
      to_char(p.eta at time zone coalesce((select content ->> 'timeZone' from settings), 'UTC'), 'HH24:MI') as eta
    from told join shipments s on s.id = told.shipment_id join sales_orders o on o.id = s.order_id
      join accounts a on a.id = o.account_id left join lateral ${lastStopSql} p on true
      left join routes r on r.id = p.route_id left join users u on u.id = r.driver_id
    order by s.id`.execute(work.tx)
  const links = await issueLinks(
    work,
    rows.map((row) => row.id),
  )
  for (const row of rows) {
    const link = { label: 'Track your delivery', path: `/track#${links.get(row.id)}` }
    await queueMail(work.tx, { ...contentOf(kind, row), to: row.email, link })
  }
}

/** Notifies the customer that the parcel has left with a carrier or a driver without a route; not for pick-ups. */
export async function notifyCustomerOfOrder(work: Work, orderId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from shipments
    where order_id = ${orderId} and deleted_at is null and method is distinct from 'pick_up'`.execute(work.tx)
  await notifyCustomers(
    work,
    'left',
    rows.map((row) => row.id),
  )
}

function contentOf(kind: NoticeKind, facts: NoticeFacts): Pick<Mail, 'subject' | 'lines'> {
  const { number, order, company, driver, carrier, trackingNumber, eta } = facts
  const around = eta ? ` We expect to be with you around ${eta}.` : ''
  if (kind === 'next')
    return {
      subject: `Your delivery ${number} is next`,
      lines: [
        `${driver ?? 'Our driver'} is on the way to you with order ${order}.${around}`,
        'If no one is there to receive it, use the page below to tell the driver who to leave it with.',
      ],
    }
  const by = carrier ? ` with ${carrier}${trackingNumber ? `, tracking number ${trackingNumber}` : ''}` : ''
  return {
    subject: `Your order ${order} is on its way`,
    lines: [
      `Order ${order} from ${company} has left our warehouse${by}. The delivery number is ${number}.${around}`,
      'The page below shows where it is.',
    ],
  }
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** A 256-bit secret for each shipment, with which its customer follows the delivery; only the hashes are stored. */
export async function issueLinks(work: Work, shipmentIds: readonly string[]): Promise<Map<string, string>> {
  const tokens = new Map(shipmentIds.map((id) => [id, randomBytes(32).toString('base64url')]))
  const hashes = [...tokens.values()].map(hashOf)
  await work.tx
    .insertInto('tracking_links')
    .columns(['token_hash', 'shipment_id', 'created_by', 'created_at'])
    .expression(sql`select hash, shipment, ${work.caller.userId}, ${work.now}
    from unnest(${hashes}::bytea[], ${[...tokens.keys()]}::uuid[]) as l(hash, shipment)`)
    .execute()
  return tokens
}
