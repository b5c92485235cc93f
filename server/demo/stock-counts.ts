import { sql } from 'kysely'
import { PlanCount } from '#shared/inventory/counts/api.ts'
import type { Tx } from '#server/db/database.ts'
import { approveCount } from '#server/inventory/counts/count-approval.ts'
import { countLine } from '#server/inventory/counts/count-lines.ts'
import { finishCount, planCount, startCount } from '#server/inventory/counts/counts.ts'
import type { On } from './on-day.ts'

interface Line {
  id: string
  version: number
  onHand: number
}

/** The demo company's counts: one posted, one to be approved, one in progress, one planned. */
export async function countStock(on: On, places: readonly string[]): Promise<void> {
  const [central = '', north = ''] = places
  const found = await on(11, async (work) => {
    work.audit('demo.counts', 'stockCount', null)
    const { rows } = await sql<{ id: string; name: string }>`select id, name from zones
      where location_id = ${central} and deleted_at is null`.execute(work.tx)
    return rows
  })
  const zones = new Map(found.map((zone) => [zone.name, zone.id]))
  const plan = (daysAgo: number, input: object) =>
    on(daysAgo, (work) => planCount(work, PlanCount.parse({ locationId: central, ...input })))

  const applied = await plan(11, { zoneId: zones.get('Aisle B'), blind: false, note: 'Before the quarter ends' })
  await on(10, (work) => startCount(work, applied))
  for (const [at, line] of (await linesOf(on, applied)).entries())
    await count(on, 10, applied, line, [-6, 0, 2][at] ?? 0)
  await on(9.9, (work) => finishCount(work, applied, false))
  await on(9, async (work) => approveCount(work, applied, await versionOf(work.tx, applied)))

  const reviewed = await plan(2, { zoneId: zones.get('Aisle A'), note: null })
  await on(1.5, (work) => startCount(work, reviewed))
  for (const [at, line] of (await linesOf(on, reviewed)).entries()) {
    // Large differences are counted twice.
    await count(on, 1.4, reviewed, line, [0, -3800, 12][at] ?? 0)
    if (at === 1) await count(on, 1.3, reviewed, { ...line, version: line.version + 1 }, -3800)
  }
  await on(1, (work) => finishCount(work, reviewed, false))

  const going = await plan(0.3, { zoneId: zones.get('Pick front'), note: 'Monthly, by two people' })
  await on(0.2, (work) => startCount(work, going))
  for (const [at, line] of (await linesOf(on, going)).entries()) {
    if (at < 3) await count(on, 0.1, going, line, [0, -140, 0][at] ?? 0)
  }
  await plan(0.05, { locationId: north, abcClass: 'A', note: 'The dear goods of the depot' })
}

const linesOf = (on: On, id: string) =>
  on(0, async (work) => {
    work.audit('demo.count', 'stockCount', id)
    const { rows } = await sql<Line>`select l.id, l.version, b.on_hand as "onHand" from stock_count_lines l
      join stock_balance b on (b.item_id, b.location_id, b.lot_id) = (l.item_id, l.location_id, l.lot_id)
      join items i on i.id = l.item_id where l.count_id = ${id} order by i.name, l.id`.execute(work.tx)
    return rows
  })

const count = (on: On, daysAgo: number, id: string, line: Line, off: number) =>
  on(daysAgo, (work) => countLine(work, id, line.id, line.version, { counted: Math.max(0, line.onHand + off) }))

async function versionOf(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from stock_counts where id = ${id}`.execute(tx)
  return rows[0]?.version ?? 0
}
