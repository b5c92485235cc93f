import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'

/** Moves a customer's portal records to another; open views of the first customer's portal end. */
export async function movePortal(
  work: Work,
  from: string,
  into: string,
  former: { accountId: string; addressId: string } | null,
): Promise<void> {
  if (former)
    await work.tx
      .updateTable('requisitions')
      .set({ ship_to_id: former.addressId })
      .where('account_id', '=', former.accountId)
      .where('status', '=', 'Waiting')
      .where('ship_to_id', 'is', null)
      .where('new_ship_to', 'is', null)
      .execute()
  await work.tx.updateTable('requisitions').set({ account_id: into }).where('account_id', '=', from).execute()
  // If both have a shelf of the same name, the moved one gets its former customer's name added.
  await work.tx
    .updateTable('shelves as s')
    .set({
      account_id: into,
      version: nextVersion,
      name: sql<string>`case when exists (select 1 from shelves o where o.account_id = ${into} and lower(o.name) = lower(s.name)
        and o.removed_at is null) then left(s.name, 60) || ' (' || left(s.id::text, 8) || ')' else s.name end`,
    })
    .where('account_id', '=', from)
    .execute()
  await work.tx.updateTable('shelf_counts').set({ account_id: into }).where('account_id', '=', from).execute()
  await work.tx.updateTable('consignment_counts').set({ account_id: into }).where('account_id', '=', from).execute()
  await sql`delete from portal_views where account_id = ${from}`.execute(work.tx)
}
