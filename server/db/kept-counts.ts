import type { RawBuilder } from 'kysely'
import type { Db } from './database.ts'

const cacheMs = 2000
const counts = new WeakMap<Db, Map<string, { count: number; at: number; writes: number }>>()
let writes = 0

/** Says that something was written, so that counts are taken anew. */
export function forgetCounts(): void {
  writes += 1
}

/**
 * What `query` counts, which ends at `most` + 1. Counting that far costs more than the page itself: it is remembered for two seconds,
 * unless this process wrote. That there are more than `most` is remembered in spite of that.
 */
export async function countOnce(db: Db, query: RawBuilder<{ count: number }>, maxCount: number): Promise<number> {
  const { sql: text, parameters } = query.compile(db)
  const key = `${text}\n${JSON.stringify(parameters)}`
  const now = performance.now()
  const known = counts.get(db) ?? new Map()
  counts.set(db, known)
  const cached = known.get(key)
  if (cached && now - cached.at < cacheMs && (cached.writes === writes || cached.count > maxCount)) return cached.count
  const at = writes
  const { rows } = await query.execute(db)
  const count = rows[0]?.count ?? 0
  if (known.size > 500) known.clear()
  known.set(key, { count, at: now, writes: at })
  return count
}
