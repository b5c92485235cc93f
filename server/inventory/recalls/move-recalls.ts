import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'

/** Moves a customer's part in all recalls to another customer, with the earliest notification of the two. */
export async function moveRecalls(work: Work, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from recalls r where exists (
      select 1 from recall_customers c where c.recall_id = r.id and c.account_id = ${from})
      or exists (select 1 from recall_returns b where b.recall_id = r.id and b.account_id = ${from})
    order by id for no key update`.execute(work.tx)
  work.locks.take('recall', ...rows.map(({ id }) => id))
  await work.tx
    .insertInto('recall_customers')
    .columns(['recall_id', 'account_id', 'told_how', 'told_note', 'told_at', 'told_by', 'told_mail_id'])
    .expression(
      sql`select recall_id, ${to}::uuid, told_how, told_note, told_at, told_by, told_mail_id from recall_customers where account_id = ${from}`,
    )
    .onConflict((oc) =>
      oc
        .columns(['recall_id', 'account_id'])
        .doUpdateSet((eb) => ({
          told_how: eb.ref('excluded.told_how'),
          told_note: eb.ref('excluded.told_note'),
          told_at: eb.ref('excluded.told_at'),
          told_by: eb.ref('excluded.told_by'),
          told_mail_id: eb.ref('excluded.told_mail_id'),
        }))
        .where(sql<boolean>`recall_customers.told_at > excluded.told_at`),
    )
    .execute()
  await sql`delete from recall_customers where account_id = ${from}`.execute(work.tx)
  await work.tx
    .insertInto('recall_acknowledgements')
    .columns(['recall_id', 'account_id', 'name', 'held', 'note', 'user_id', 'at'])
    .expression(
      sql`select recall_id, ${to}::uuid, name, held, note, user_id, at from recall_acknowledgements where account_id = ${from}`,
    )
    .onConflict((oc) =>
      oc
        .columns(['recall_id', 'account_id'])
        .doUpdateSet({ held: sql<number>`recall_acknowledgements.held + excluded.held` }),
    )
    .execute()
  await sql`delete from recall_acknowledgements where account_id = ${from}`.execute(work.tx)
  await work.tx.updateTable('recall_returns').set({ account_id: to }).where('account_id', '=', from).execute()
}
