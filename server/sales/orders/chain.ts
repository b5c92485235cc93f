import { type RawBuilder, sql } from 'kysely'
import { can } from '#shared/access/can.ts'
import type { Right } from '#shared/http/route.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Chain, ChainKind, ChainLink } from '#shared/sales/orders/chain-api.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller } from '#server/kernel/work.ts'

/** How many links of a kind are shown, the latest; fewer for a customer, who has many documents. */
const maxLinks = 20
const maxLinksOfAccount = 5

/** The opportunities and estimates of a record's chain: its own, or those that it came from. */
const opportunitiesOf: Record<ChainKind, (id: string) => RawBuilder<unknown>> = {
  prospect: (id) => sql`select id from opportunities where prospect_id = ${id}`,
  account: (id) => sql`select id from opportunities where account_id = ${id}`,
  opportunity: (id) => sql`select ${id}::uuid as id`,
  estimate: (id) => sql`select opportunity_id as id from estimates where id = ${id}`,
  order: (id) => sql`select opportunity_id as id from estimates where order_id = ${id}`,
}
const estimatesOf: Record<ChainKind, (id: string) => RawBuilder<unknown>> = {
  prospect: () => sql`e.opportunity_id in (select id from chain_opportunities)`,
  account: (id) => sql`e.account_id = ${id}`,
  opportunity: () => sql`e.opportunity_id in (select id from chain_opportunities)`,
  estimate: (id) => sql`e.id = ${id}`,
  order: (id) => sql`e.order_id = ${id}`,
}
const tables: Record<ChainKind, string> = {
  prospect: 'prospects',
  account: 'accounts',
  opportunity: 'opportunities',
  estimate: 'estimates',
  order: 'sales_orders',
}
const rights: Record<ChainKind, readonly Right[]> = {
  prospect: ['crm.view'],
  account: ['crm.view', 'salesOrders.view'],
  opportunity: ['crm.view'],
  estimate: ['salesOrders.view'],
  order: ['salesOrders.view'],
}

/** The chain of documents around one record, without those that the caller may not see. Throws NOT_FOUND. */
export async function readChain(db: Db, caller: Caller, kind: ChainKind, id: string): Promise<Chain> {
  const known =
    await sql`select 1 from ${sql.table(tables[kind])} t where t.id = ${id} and t.deleted_at is null`.execute(db)
  if (known.rows.length === 0 || !rights[kind].some((right) => can(caller, right))) throw new Refusal('NOT_FOUND')
  const list = (rows: RawBuilder<unknown>) =>
    sql`coalesce((select json_agg(x) from (${rows} limit ${kind === 'account' ? maxLinksOfAccount : maxLinks}) x), '[]'::json)`
  const { rows } = await sql<Record<keyof Chain, ChainLink[]>>`with chain_opportunities as materialized (
      select o.id, o.title, o.stage, o.prospect_id, o.account_id, o.created_at from opportunities o
      where o.id in (${opportunitiesOf[kind](id)}) and o.deleted_at is null),
    chain_estimates as materialized (
      select e.id, e.number, e.status, e.account_id, e.order_id, e.created_at,
        (select m.state from mail_outbox m where m.id = e.sent_mail_id) as "mailState" from estimates e
      where ${estimatesOf[kind](id)} and e.deleted_at is null),
    chain_accounts as (
      select account_id from chain_opportunities union select account_id from chain_estimates
      union select account_id from prospects where ${kind} = 'prospect' and id = ${id}
      union select account_id from sales_orders where ${kind} = 'order' and id = ${id}
      union select ${id}::uuid where ${kind} = 'account')
    select ${list(sql`select p.id, p.name, p.status from prospects p where p.deleted_at is null
        and (p.id in (select prospect_id from chain_opportunities) or p.account_id in (select account_id from chain_accounts)
          or ${kind} = 'prospect' and p.id = ${id}) order by p.created_at desc, p.id`)} as prospects,
      ${list(sql`select a.id, a.name, null as status from accounts a where a.deleted_at is null
        and a.id in (select account_id from chain_accounts) order by a.created_at desc, a.id`)} as accounts,
      ${list(sql`select id, title as name, stage as status from chain_opportunities order by created_at desc, id`)} as opportunities,
      ${list(sql`select id, number as name, status, "mailState" from chain_estimates order by created_at desc, id`)} as estimates,
      ${list(sql`select o.id, o.number as name, o.status from sales_orders o where o.deleted_at is null
        and (o.id in (select order_id from chain_estimates) or ${kind} = 'order' and o.id = ${id})
        order by o.created_at desc, o.id`)} as orders`.execute(db)
  const found = rows[0]
  const crm = can(caller, 'crm.view')
  const sales = can(caller, 'salesOrders.view')
  return {
    prospects: crm ? (found?.prospects ?? []) : [],
    accounts: found?.accounts ?? [],
    opportunities: crm ? (found?.opportunities ?? []) : [],
    estimates: sales ? (found?.estimates ?? []) : [],
    orders: sales ? (found?.orders ?? []) : [],
  }
}
