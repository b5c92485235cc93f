import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * The keys of all advisory locks. Add new ones here, so that no key is used twice. Also in use: 7263514001 for migrations
 * (server/db/migrate.ts) and 7263517 for the trigger of stock statuses (migration 0033).
 */
export const advisoryLocks = {
  firstAdmin: sql`7263514002`,
  /** Batches of imports run one at a time, across all users, so that two never wait for each other's row locks. */
  deliveryImports: sql`7263514003`,
  /** The same for imports of records, so that no two add the same SKU or code at once. */
  recordImports: sql`7263514004`,
  reportSums: sql`7263544`,
  kitDefinitions: sql`hashtext('kit definitions')`,
  settledNotifications: sql`hashtext('notifications are settled')`,
  exportsOf: (userId: string) => sql`7263516, hashtext(${userId})`,
  routesOf: (date: string) => sql`hashtextextended('routes planned for ' || ${date}::text, 0)`,
  consignmentAt: (locationId: string) => sql`hashtextextended('consignment ' || ${locationId}, 0)`,
}

/** Waits for the advisory lock and holds it until the transaction ends. */
export async function acquireAdvisoryLock(tx: Tx, key: RawBuilder<unknown>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key})`.execute(tx)
}
