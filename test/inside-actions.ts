import { randomUUID } from 'node:crypto'
import { roleDefaults } from '#shared/access/roles.ts'
import { command } from '#server/kernel/command.ts'
import type { Database } from '#server/db/database.ts'
import { writeStock } from '#server/inventory/stock/ledger.ts'
import type { StockEntry, StockSource } from '#server/inventory/stock/stock-entry.ts'

/** One internal stock movement: `change` pieces into (or, if negative, out of) a location and lot. */
export type Part = readonly [itemId: string, locationId: string, lotId: string, change: number]

/** Books the stock entries of an internal document (a kit, a transfer, a production): some lots out, some in. */
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
  // An unknown source type on purpose: lot traces must also follow kinds of documents that are added later.
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
