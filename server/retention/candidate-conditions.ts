import { type RawBuilder, sql } from 'kysely'
import { addDays, businessDate } from '#shared/dates.ts'
import { type Exclusion, exclusions } from '#shared/retention/candidates-api.ts'
import type { RetentionSettings } from '#shared/retention/settings-api.ts'
import { closedOrders } from '#shared/sales/orders/order-transitions.ts'
import { oneOf } from '#server/db/one-of.ts'
import { quietNow } from './quiet-countries.ts'

/** The time and settings that candidates are selected by. */
export interface Moment {
  now: Date
  timeZone: string
  settings: RetentionSettings
}

/** c: the customer's retention row, a: the account. */
export const candidateSource = sql`retention_customers c join accounts a on a.id = c.account_id`
/** Enough to select candidates: a single index covers it. */
export const candidatesAlone = sql`retention_customers c`

const channelSql = {
  emailFirst: sql`case when a.email is not null then 'Email' when a.phone is not null then 'SMS' end`,
  Email: sql`case when a.email is not null then 'Email' end`,
  SMS: sql`case when a.phone is not null then 'SMS' end`,
} as const

/** SQL over `candidateSource`: the conditions of candidates, their trigger, and the reasons to exclude them. */
export function candidateSql({ now, timeZone, settings }: Moment) {
  const today = businessDate(now, timeZone)
  const isInactive = sql`c.last_order_date < ${addDays(today, -settings.inactivityDays)}::date`
  const isLate = settings.rhythm
    ? sql`(c.rhythm_of = c.last_order_date and c.expected_date <= ${addDays(today, -settings.rhythmGraceDays)}::date
        and c.last_order_date < ${today}::date)`
    : sql`false`
  const channel = channelSql[settings.channel]
  const quiet = quietNow(now, timeZone, settings)
  const isElsewhere = sql`coalesce(lower(a.country) = any(${quiet.others}::text[]), false)`
  const excludedBy: Record<Exclusion, RawBuilder<unknown>> = {
    optedOut: sql`(c.opted_out_at is not null)`,
    noAddress: sql`(${channel} is null)`,
    openOrder: sql`exists (select 1 from sales_orders o where o.account_id = c.account_id and o.deleted_at is null
      and o.status not in ${oneOf(closedOrders)} ${perCustomer})`,
    overdue: sql`exists (select 1 from invoices v where v.account_id = c.account_id and v.deleted_at is null
      and v.voided_at is null and v.paid < v.total and v.due_date < ${today}::date ${perCustomer})`,
    heldOut: sql`(c.hold_out_bucket < ${settings.holdOutPercent}::int)`,
    cap: sql`((select count(*) from retention_messages m where m.account_id = c.account_id and m.state <> 'failed'
      and m.queued_at > ${new Date(now.getTime() - 30 * dayMs)}) >= ${settings.maxPer30Days}::int)`,
    // If all countries have the same quiet hours now, no customer's country is needed.
    quietHours:
      quiet.others.length === 0 ? sql.lit(quiet.company) : quiet.company ? sql`(not ${isElsewhere})` : isElsewhere,
  }
  return {
    today,
    where: [
      sql`c.is_active`,
      sql`c.last_order_date is not null`,
      settings.rhythm ? sql`(${isInactive} or ${isLate})` : isInactive,
      sql`(c.steps = 0 or (c.steps < ${settings.steps}::int
        and c.last_step_at <= ${new Date(now.getTime() - settings.stepDays * dayMs)}))`,
    ],
    isInactive,
    trigger: sql`case when ${isInactive} then 'inactive' else 'rhythm' end`,
    step: sql`c.steps + 1`,
    channel,
    address: sql`case ${channel} when 'Email' then a.email when 'SMS' then a.phone end`,
    excludedBy,
    isExcluded: anyOf(exclusions.map((name) => excludedBy[name])),
    /** All exclusions except held out, which is recorded when the others are messaged. */
    isPrevented: anyOf(exclusions.filter((name) => name !== 'heldOut').map((name) => excludedBy[name])),
  }
}

/** For a message m to account a with retention row c: why the customer doesn't get it any more; null if they still do. */
export const withdrawalSql = sql`case when a.deleted_at is not null or a.status <> 'active' then 'inactive'
  when c.opted_out_at is not null then 'optedOut'
  when c.last_order_date > m.spell then 'ordered'
  when c.last_order_date is distinct from m.spell then 'orderDeleted' end`
export const isStillWanted = sql`(${withdrawalSql}) is null`

/**
 * Keeps the planner from reading all open orders or invoices into memory for a page of fifty customers: makes it use an index
 * lookup per customer.
 */
const perCustomer = sql`offset 0`
const dayMs = 86_400_000
const anyOf = (conditions: readonly RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` or `)})`
