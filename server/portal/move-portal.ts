import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'

/** Lets a customer take over what another asked for in the portal; whoever looks at the portal as the other sees it no more. */
export async function movePortal(work: Work, from: string, into: string): Promise<void> {
  await sql`update requisitions set account_id = ${into} where account_id = ${from}`.execute(work.tx)
  await sql`delete from portal_views where account_id = ${from}`.execute(work.tx)
}
