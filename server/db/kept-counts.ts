import type { RawBuilder } from 'kysely'
import type { Db } from './database.ts'

const cacheMs = 2000
const counts = new WeakMap<Db, Map<string, { count: number; at: number; writes: number }>>()
let writes = 0

/** Invalidates the cached counts after a write. */
export function forgetCounts(): void {
  writes += 1
}

/**
 * The count of `query`, which stops at `maxCount` + 1. Counting that far costs more than reading the page, so the result is cached
 * for two seconds, or until this process writes. A count above `maxCount` stays cached in spite of writes.
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
