import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'

/** Lets a customer take over what another asked for in the portal; whoever looks at the portal as the other sees it no more. */
export async function movePortal(work: Work, from: string, into: string): Promise<void> {
  await sql`update requisitions set account_id = ${into} where account_id = ${from}`.execute(work.tx)
  // Two shelves of one name: the one that comes says whose it was.
  await sql`update shelves s set account_id = ${into}, version = version + 1,
      name = case when exists (select 1 from shelves o where o.account_id = ${into} and lower(o.name) = lower(s.name)
        and o.removed_at is null) then left(s.name, 60) || ' (' || left(s.id::text, 8) || ')' else s.name end
    where account_id = ${from}`.execute(work.tx)
  await sql`update shelf_counts set account_id = ${into} where account_id = ${from}`.execute(work.tx)
  await sql`update consignment_counts set account_id = ${into} where account_id = ${from}`.execute(work.tx)
  await sql`delete from portal_views where account_id = ${from}`.execute(work.tx)
}
