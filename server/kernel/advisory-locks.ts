import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * Every advisory lock by its key: no two are the same, so a new one is added here. Migrations have 7263514001
 * (server/db/migrate.ts), the trigger of stock statuses 7263517 (migration 0033).
 */
export const advisoryLocks = {
  firstAdmin: sql`7263514002`,
  /** Batches of imports follow each other, whoever runs them: two never wait for each other's rows. */
  deliveryImports: sql`7263514003`,
  /** The same for lists of records: no two add one SKU or code at once. */
  recordImports: sql`7263514004`,
  reportSums: sql`7263544`,
  kitDefinitions: sql`hashtext('kit definitions')`,
  settledNotifications: sql`hashtext('notifications are settled')`,
  exportsOf: (userId: string) => sql`7263516, hashtext(${userId})`,
  routesOf: (date: string) => sql`hashtextextended('routes planned for ' || ${date}::text, 0)`,
  consignmentAt: (locationId: string) => sql`hashtextextended('consignment ' || ${locationId}, 0)`,
}

/** Waits until nobody else holds the lock, and holds it until the commit. */
export async function acquireAdvisoryLock(tx: Tx, key: RawBuilder<unknown>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key})`.execute(tx)
}
