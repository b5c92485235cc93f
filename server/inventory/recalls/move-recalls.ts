import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'

/** Lets another customer stand in all recalls of one; who was told first, or told at all, stays told. */
export async function moveRecalls(work: Work, from: string, to: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`select id from recalls r where exists (
      select 1 from recall_customers c where c.recall_id = r.id and c.account_id = ${from})
      or exists (select 1 from recall_returns b where b.recall_id = r.id and b.account_id = ${from})
    order by id for no key update`.execute(work.tx)
  work.locks.take('recall', ...rows.map(({ id }) => id))
  await sql`insert into recall_customers (recall_id, account_id, told_how, told_note, told_at, told_by, told_mail_id)
    select recall_id, ${to}::uuid, told_how, told_note, told_at, told_by, told_mail_id from recall_customers where account_id = ${from}
    on conflict (recall_id, account_id) do update set told_how = excluded.told_how, told_note = excluded.told_note,
      told_at = excluded.told_at, told_by = excluded.told_by, told_mail_id = excluded.told_mail_id where recall_customers.told_at > excluded.told_at`.execute(
    work.tx,
  )
  await sql`delete from recall_customers where account_id = ${from}`.execute(work.tx)
  await sql`insert into recall_acknowledgements (recall_id, account_id, name, held, note, user_id, at)
    select recall_id, ${to}::uuid, name, held, note, user_id, at from recall_acknowledgements where account_id = ${from}
    on conflict (recall_id, account_id) do update set held = recall_acknowledgements.held + excluded.held`.execute(
    work.tx,
  )
  await sql`delete from recall_acknowledgements where account_id = ${from}`.execute(work.tx)
  await sql`update recall_returns set account_id = ${to} where account_id = ${from}`.execute(work.tx)
  return rows.length
}
