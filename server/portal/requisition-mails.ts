import { sql } from 'kysely'
import { formatAmount } from '#shared/money.ts'
import { queueMail } from '#server/kernel/mail.ts'
import type { Work } from '#server/kernel/work.ts'
import { overDefaults } from '#shared/settings/over-defaults.ts'

/* The mails about an order above a user's limit: to the owners who decide, then to the user who wanted it. */

const canLogIn = sql`u.deleted_at is null and u.suspended_at is null and u.password_hash is not null`

/** Tells the owners of the account that an order waits for one of them. */
export async function mailOwners(work: Work, accountId: string, total: bigint): Promise<void> {
  const { rows } = await sql<{ emails: string[] | null; settings: unknown }>`select
      (select json_agg(u.email order by u.email) from users u
        where u.account_id = ${accountId} and u.portal_role = 'owner' and ${canLogIn}) as emails,
      (select content from settings) as settings`.execute(work.tx)
  const { emails, settings } = rows[0] ?? { emails: null, settings: {} }
  const { name } = work.caller
  for (const to of emails ?? [])
    await queueMail(work.tx, {
      to,
      subject: `An order of ${name} waits for your approval`,
      lines: [
        `${name} wants to order for ${overDefaults(settings).currency} ${formatAmount(total)}, above their limit.`,
      ],
      link: { label: 'Approve or decline', path: '/crm/customer-portal/approvals' },
    })
}

/** Tells the user who wanted the order what an owner decided. */
export async function mailDecision(
  work: Work,
  requestedBy: string,
  { orderId, reason }: { orderId: string | null; reason: string | null },
): Promise<void> {
  const { rows } = await sql<{ email: string; order: string | null }>`select u.email,
      (select o.number from sales_orders o where o.id = ${orderId}) as order
    from users u where u.id = ${requestedBy} and ${canLogIn}`.execute(work.tx)
  const [user] = rows
  if (!user) return
  const { name } = work.caller
  await queueMail(work.tx, {
    to: user.email,
    subject: user.order ? `Your order was approved: ${user.order}` : 'Your order was declined',
    lines: user.order ? [`${name} approved it.`] : [`${name} declined it:`, reason ?? ''],
    link: user.order
      ? { label: `Order ${user.order}`, path: `/crm/customer-portal/orders/${orderId}` }
      : { label: 'Orders that need approval', path: '/crm/customer-portal/approvals' },
  })
}
