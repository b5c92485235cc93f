import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'

/**
 * When a customer is merged into another, moves their messages and their opt-out. If both have steps of one spell, those of
 * each stay.
 */
export async function moveRetention(work: Work, from: string, into: string): Promise<void> {
  await work.tx
    .insertInto('retention_customers')
    .values({ account_id: into })
    .onConflict((oc) => oc.doNothing())
    .execute()
  await work.tx
    .updateTable('retention_customers as c')
    .from('retention_customers as o')
    .set((eb) => ({ opted_out_at: eb.ref('o.opted_out_at'), opted_out_by: eb.ref('o.opted_out_by') }))
    .where('c.account_id', '=', into)
    .where('o.account_id', '=', from)
    .where('c.opted_out_at', 'is', null)
    .where('o.opted_out_at', 'is not', null)
    .execute()
  await work.tx
    .updateTable('retention_steps as t')
    .set({ account_id: into })
    .where('t.account_id', '=', from)
    .where(
      sql<boolean>`not exists (select 1 from retention_steps k where k.account_id = ${into} and k.spell = t.spell and k.step = t.step)`,
    )
    .execute()
  await work.tx
    .updateTable('retention_messages as m')
    .set({ account_id: into })
    .where('m.account_id', '=', from)
    .where(
      sql<boolean>`not exists (select 1 from retention_messages k where k.account_id = ${into} and k.spell = m.spell and k.step = m.step)`,
    )
    .execute()
}
