import { randomUUID } from 'node:crypto'
import { roleDefaults } from '#shared/access/roles.ts'
import { command } from '#server/kernel/command.ts'
import type { Database } from '#server/db/database.ts'
import { writeStock } from '#server/inventory/stock/ledger.ts'
import type { StockEntry, StockSource } from '#server/inventory/stock/stock-entry.ts'

/** One movement of an act inside the house: so many pieces into (or out of) a place and lot. */
export type Part = readonly [itemId: string, locationId: string, lotId: string, change: number]

/** Books an act of a document inside the house (a kit, a transfer, a production): some lots out, some in. */
export async function bookInside(
  database: Database,
  parts: readonly Part[],
  id: string = randomUUID(),
  cycle = 1,
): Promise<string> {
  const caller = {
    userId: randomUUID(),
    name: 'Test',
    role: 'admin' as const,
    permissions: roleDefaults.admin,
    sessionId: randomUUID(),
  }
  const deps = { database, clock: () => new Date(), timeZone: () => 'UTC', publish: () => {} }
  // The kinds of documents grow; traces must follow those that they have never heard of.
  const source = { type: 'test_making', id, cycle, reason: 'adjustment' } as unknown as StockSource
  await command(
    deps,
    { caller, route: 'test', status: 204 },
    async (work) => {
      work.audit('test', 'test', null)
      await writeStock(
        work,
        source,
        parts.map(([itemId, locationId, lotId, change]): StockEntry => {
          const effect = change > 0 ? 'MADE' : 'USED'
          return {
            effect: effect as StockEntry['effect'],
            itemId,
            locationId,
            lotId,
            dOnHand: change,
            dCommitted: 0,
            lineId: randomUUID(),
          }
        }),
      )
    },
    () => '',
  )
  return id
}
