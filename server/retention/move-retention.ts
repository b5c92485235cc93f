import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'

/** Who is merged into another takes along what was sent, and that they want no messages. What both had of one spell stays. */
export async function moveRetention(work: Work, from: string, into: string): Promise<void> {
  await sql`insert into retention_customers (account_id) values (${into}) on conflict do nothing`.execute(work.tx)
  await sql`update retention_customers c set opted_out_at = o.opted_out_at, opted_out_by = o.opted_out_by
    from retention_customers o where c.account_id = ${into} and o.account_id = ${from}
      and c.opted_out_at is null and o.opted_out_at is not null`.execute(work.tx)
  await sql`update retention_steps t set account_id = ${into} where t.account_id = ${from}
    and not exists (select 1 from retention_steps k where k.account_id = ${into} and k.spell = t.spell and k.step = t.step)`.execute(
    work.tx,
  )
  await sql`update retention_messages m set account_id = ${into} where m.account_id = ${from}
    and not exists (select 1 from retention_messages k where k.account_id = ${into} and k.spell = m.spell and k.step = m.step)`.execute(
    work.tx,
  )
}
