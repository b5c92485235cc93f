import { type RawBuilder, sql } from 'kysely'
import { countedUpTo, type Page } from '#shared/http/paging.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db } from './database.ts'

/** How a list answers: what it selects, which rows match, and how it is ordered. Every part is a SQL fragment. */
export interface ListPlan {
  /** `select …` without `sort_key`, e.g. sql`o.id, o.number`. */
  columns: RawBuilder<unknown>
  /** `from` with its joins. */
  from: RawBuilder<unknown>
  /** The smallest `from` that the conditions need; counted instead of `from`. */
  countFrom?: RawBuilder<unknown>
  where: readonly RawBuilder<unknown>[]
  sort: { by: RawBuilder<unknown>; type: 'text' | 'timestamptz' | 'date' | 'bigint'; descending: boolean }
  /** The unique column that breaks ties. */
  id: RawBuilder<unknown>
  /** For statements whose best plan depends on their values: searches. */
  planEachTime?: boolean
}

interface Keyed {
  id: string
  sort_key: string
}

/** One page by keyset: a deep page costs what the first costs. The count is exact to 10,000, then "more than". */
export async function listPage<R>(
  db: Db,
  plan: ListPlan,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ rows: (R & Keyed)[]; nextCursor: string | null; total: number; totalIsMore: boolean }> {
  const { sort, id } = plan
  const conditions = [...plan.where]
  if (page.cursor) {
    const after = readCursor(page.cursor)
    const key = sql`${after.key}::${sql.raw(sort.type)}`
    conditions.push(
      sort.descending
        ? sql`(${sort.by}, ${id}) < (${key}, ${after.id}::uuid)`
        : sql`(${sort.by}, ${id}) > (${key}, ${after.id}::uuid)`,
    )
  }
  const direction = sql.raw(sort.descending ? 'desc' : 'asc')
  const mark = sql.raw(plan.planEachTime ? '/* plan each time */ ' : '')
  const listed = sql<R & Keyed>`${mark}select ${plan.columns}, ${sort.by}::text as sort_key from ${plan.from}
    where ${all(conditions)} order by ${sort.by} ${direction}, ${id} ${direction} limit ${page.limit + 1}`.execute(db)
  const [{ rows }, count] = await Promise.all([listed, countRows(db, plan, mark)])
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    rows: shown,
    nextCursor: rows.length > page.limit && last ? writeCursor(last) : null,
    total: Math.min(count, countedUpTo),
    totalIsMore: count > countedUpTo,
  }
}

/** Turns listed rows into the answer's rows. */
export function pageOfRows<R, T>(listed: Omit<Page<R>, 'data'> & { rows: R[] }, shape: (row: R) => T): Page<T> {
  const { rows, nextCursor, total, totalIsMore } = listed
  return { data: rows.map(shape), nextCursor, total, totalIsMore }
}

export const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`

/** `%…%` for ILIKE, with the pattern's own signs taken literally. */
export const containing = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`

/** `-name` → name, descending. */
export function sortOf<N extends string>(sort: N | `-${N}`): { name: N; descending: boolean } {
  const descending = sort.startsWith('-')
  return { name: (descending ? sort.slice(1) : sort) as N, descending }
}

function writeCursor(row: Keyed): string {
  return Buffer.from(JSON.stringify([row.sort_key, row.id])).toString('base64url')
}

function readCursor(cursor: string): { key: string; id: string } {
  try {
    const [key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (typeof key === 'string' && typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id)) return { key, id }
  } catch {
    // told below
  }
  throw new Refusal('INVALID', 'cursor: is not one of ours', { fields: { cursor: 'is not one of ours' } })
}

const keptMs = 2000
const counts = new Map<string, { count: number; at: number; writes: number }>()
let writes = 0

/** Says that something was written, so that counts are taken anew. */
export function forgetCounts(): void {
  writes += 1
}

/** Counting to 10,001 costs more than the page itself: it is remembered for two seconds, unless this process wrote. */
async function countRows(db: Db, plan: ListPlan, mark: RawBuilder<unknown>): Promise<number> {
  const query = sql<{ count: number }>`${mark}select count(*) as count from (
    select 1 from ${plan.countFrom ?? plan.from} where ${all(plan.where)} limit ${countedUpTo + 1}) counted`
  const { sql: text, parameters } = query.compile(db)
  const key = `${text}\n${JSON.stringify(parameters)}`
  const now = performance.now()
  const kept = counts.get(key)
  if (kept && kept.writes === writes && now - kept.at < keptMs) return kept.count
  const at = writes
  const { rows } = await query.execute(db)
  const count = rows[0]?.count ?? 0
  if (counts.size > 500) counts.clear()
  counts.set(key, { count, at: now, writes: at })
  return count
}
