import type { Selection } from './selection.ts'
import { type RawBuilder, sql } from 'kysely'
import { defaultLimit, maxCounted, maxLimit, type Page } from '#shared/http/paging.ts'
import type { Db } from './database.ts'
import { type Keyed, readCursor, writeCursor } from './cursors.ts'
import { countOnce } from './kept-counts.ts'

/** The query of a list: what it selects, which rows match, and how they are sorted. Every part is a SQL fragment. */
export interface ListPlan<R = unknown> {
  /** `select …` without `sort_key`. */
  columns: Selection<R>
  /** `from` with its joins. */
  from: RawBuilder<unknown>
  /**
   * The smallest `from` that the conditions and the sort need. The page and the count are taken from it; only the rows of the
   * page are joined with the rest of `from`, and only their columns are computed.
   */
  narrow?: RawBuilder<unknown>
  /** `narrow` is a search that doesn't follow the sort: its rows are found once, for both the page and the count. */
  isFound?: boolean
  where: readonly RawBuilder<unknown>[]
  /**
   * A condition that isn't in the sort index and whose selectivity varies: most rows may pass, or hardly any. `from` has an index
   * for it. If few rows pass, these are read; else the first rows of the list are scanned in sort order, and if they don't fill
   * the page, all matching rows are read. Only with `narrow`, and not with `isFound`.
   */
  perhapsRare?: { passes: RawBuilder<unknown>; from: RawBuilder<unknown> }
  sort: {
    by: RawBuilder<unknown>
    type: 'text' | 'timestamptz' | 'date' | 'bigint'
    descending: boolean
    /**
     * The sort column is in a joined table (joined in `narrow`), not in the table of `id`: that table's index is scanned, and
     * only rows with equal values are sorted.
     */
    isJoined?: boolean
  }
  /** The unique column that breaks ties. */
  id: RawBuilder<unknown>
  /** Rows are counted up to this number; lower it if the conditions need a look at each row. `maxCounted` by default. */
  countTo?: number
  /** No cached plan: the best plan depends on the values. For searches, except those that use an index whatever the values. */
  planEachTime?: boolean
}

/** Which page. `countAll` is for exports, which show their progress; it is not available through the API. */
type PageWish = { limit: number; cursor?: string | undefined; countAll?: boolean }

/**
 * One page by keyset pagination: later pages cost no more than the first. The count is exact up to 10,000 or `countTo`; beyond that
 * `totalIsMore` is true.
 */
export async function listPage<R>(
  db: Db,
  plan: ListPlan<R>,
  page: PageWish,
): Promise<{ rows: (R & Keyed)[]; nextCursor: string | null; total: number; totalIsMore: boolean }> {
  if (page.countAll) {
    const [listed, total] = [await rowsOf(db, plan, page), await countAll(db, plan)]
    return { ...listed, total, totalIsMore: false }
  }
  const [{ counted, ...listed }, count] = await Promise.all([
    rowsOf(db, plan, page),
    plan.isFound && !page.cursor ? null : countRows(db, plan, markOf(plan)),
  ])
  const found = count ?? counted
  const maxCount = plan.countTo ?? maxCounted
  return { ...listed, total: Math.min(found, maxCount), totalIsMore: found > maxCount }
}

const markOf = (plan: ListPlan) => sql.raw(plan.planEachTime ? '/* plan each time */ ' : '')

/** The rows of a page. On the first page of a plan with `isFound`, `counted` is the number of all rows, up to `maxCounted` + 1. */
async function rowsOf<R>(db: Db, plan: ListPlan<R>, page: PageWish) {
  const { narrow, id } = plan
  const after = page.cursor ? readCursor(page.cursor) : null
  const conditions = after ? [...plan.where, beyond(plan, after)] : plan.where
  const read = async (start: RawBuilder<unknown>, which: RawBuilder<unknown>, limit = sql``) => {
    const { rows } = await sql<R & Keyed>`${start}select ${plan.columns}, ${plan.sort.by}::text as sort_key
      from ${plan.from} where ${which} ${inOrderOf(plan)}${limit}`.execute(db)
    const shown = rows.slice(0, page.limit)
    const last = shown.at(-1)
    return { rows: shown, nextCursor: rows.length > page.limit && last ? writeCursor(last) : null, counted: 0 }
  }
  if (!narrow) return read(markOf(plan), all(conditions), sql` limit ${stated(page.limit + 1)}`)
  if (!plan.planEachTime && !plan.isFound)
    return read(
      sql`with ${cutPage(plan, narrow, conditions, page.limit + 1)} `,
      sql`${id} = any(array(select id from page))`,
    )
  const { ids, counted } = await findPage(db, plan, narrow, conditions, page)
  return ids.length > 0
    ? { ...(await read(sql``, sql`${id} = any(${ids}::uuid[])`)), counted }
    : { rows: [], nextCursor: null, counted }
}

/**
 * The ids of a page of a search, and on the first page of a plan with `isFound` the count. A statement of its own, because it may
 * be planned each time: to plan the large statement that reads the rows' columns would take longer than the search itself, so that
 * one keeps its plan.
 */
async function findPage(
  db: Db,
  plan: ListPlan,
  narrow: RawBuilder<unknown>,
  conditions: readonly RawBuilder<unknown>[],
  { limit, cursor }: PageWish,
): Promise<{ ids: string[]; counted: number }> {
  const isCounted = plan.isFound && !cursor
  const counted = isCounted
    ? sql`, (select count(*) from (select 1 from found limit ${maxCounted + 1}) f) as counted`
    : sql``
  const { rows } = await sql<{
    id: string
    counted?: number
  }>`${markOf(plan)}with ${cutPage(plan, narrow, conditions, limit + 1)}
    select id${counted} from page`.execute(db)
  return { ids: rows.map((row) => row.id), counted: rows[0]?.counted ?? 0 }
}

function inOrderOf({ sort, id }: ListPlan): RawBuilder<unknown> {
  const direction = sql.raw(sort.descending ? 'desc' : 'asc')
  return sql`order by ${sort.by} ${direction}, ${id} ${direction}`
}

/**
 * Page sizes that our own pages use are literals in the statement: with a parameter, the planner would not know how few rows are
 * needed, and would plan the list again each time. Other sizes are parameters, so that there are few different statements.
 */
const usualLimits = new Set([20, defaultLimit, 100, maxLimit])
const stated = (rows: number): RawBuilder<unknown> => (usualLimits.has(rows - 1) ? sql.lit(rows) : sql`${rows}`)

const scannedRows = 1000

/** CTEs that end with `page(id, sort_key)`: the rows of the page, limited before they are joined with anything else. */
function cutPage(
  plan: ListPlan,
  narrow: RawBuilder<unknown>,
  conditions: readonly RawBuilder<unknown>[],
  limit: number,
): RawBuilder<unknown> {
  const { sort, id, perhapsRare, isFound } = plan
  const inOrder = inOrderOf(plan)
  const direction = sql.raw(sort.descending ? 'desc' : 'asc')
  const cut = sql`order by sort_key ${direction}, id ${direction} limit ${stated(limit)}`
  const keyed = sql`select ${id} as id, ${sort.by} as sort_key`
  if (isFound)
    return sql`found as materialized (${keyed} from ${narrow} where ${all(conditions)}), page as (select * from found ${cut})`
  if (!perhapsRare)
    return sql`page as materialized (${keyed} from ${narrow} where ${all(conditions)} ${inOrder} limit ${stated(limit)})`
  const { passes, from } = perhapsRare
  const areFew = sql`(select count(*) < ${scannedRows} from (select 1 from ${from} where ${passes} limit ${scannedRows}) few)`
  const isEnough = sql`(not ${areFew} and
    ((select count(*) from hits) = ${limit} or (select count(*) from walked) < ${scannedRows}))`
  return sql`walked as materialized (${keyed}, ${passes} as passes from ${narrow} where ${all(conditions)} and not ${areFew}
      ${inOrder} limit ${scannedRows}),
    hits as materialized (select id, sort_key from walked where passes ${cut}),
    every as materialized (${keyed} from ${narrow} where ${all([...conditions, passes])} and not ${isEnough}),
    page as materialized (select * from (select * from hits where ${isEnough} union all select * from every) p ${cut})`
}

/** The keyset condition for all rows after the given one in the list's order. */
function beyond({ sort, id }: ListPlan, after: { key: string; id: string }): RawBuilder<unknown> {
  const key = sql`${after.key}::${sql.raw(sort.type)}`
  const sign = sql.raw(sort.descending ? '<' : '>')
  const follows = sql`(${sort.by}, ${id}) ${sign} (${key}, ${after.id}::uuid)`
  // A row comparison over columns of two tables can't use an index, so the first column gets a condition of its own.
  return sort.isJoined ? sql`${sort.by} ${sign}= ${key} and ${follows}` : follows
}

/** The ids before and after a row in the list's order; the row itself need not match the list's conditions any more. */
export async function neighbours(
  db: Db,
  plan: ListPlan,
  rowId: string,
): Promise<{ previous: string | null; next: string | null }> {
  const { sort, id, from } = plan
  const narrow = plan.narrow ?? from
  const where = everyCondition(plan)
  const { rows } = await sql<{
    sort_key: string
  }>`select ${sort.by}::text as sort_key from ${from} where ${id} = ${rowId}`.execute(db)
  const at = rows[0]
  if (!at) return { previous: null, next: null }
  const side = async (descending: boolean) => {
    const turned = { ...plan, sort: { ...sort, descending } }
    const direction = sql.raw(descending ? 'desc' : 'asc')
    const found = await sql<{ id: string }>`${markOf(plan)}select ${id} as id from ${narrow}
      where ${all([...where, beyond(turned, { key: at.sort_key, id: rowId })])}
      order by ${sort.by} ${direction}, ${id} ${direction} limit 1`.execute(db)
    return found.rows[0]?.id ?? null
  }
  const [previous, next] = await Promise.all([side(!sort.descending), side(sort.descending)])
  return { previous, next }
}

/** Converts the listed rows to the rows of the response. */
export function pageOfRows<R, T>(listed: Omit<Page<R>, 'data'> & { rows: R[] }, shape: (row: R) => T): Page<T> {
  const { rows, nextCursor, total, totalIsMore } = listed
  return { data: rows.map(shape), nextCursor, total, totalIsMore }
}

export const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`

/** The pattern `%…%` for ILIKE, with wildcards in `words` escaped. */
export const containing = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`

/** `-name` → name, descending. */
export function sortOf<N extends string>(sort: N | `-${N}`): { name: N; descending: boolean } {
  const descending = sort.startsWith('-')
  return { name: (descending ? sort.slice(1) : sort) as N, descending }
}

async function countRows(db: Db, plan: ListPlan, mark: RawBuilder<unknown>): Promise<number> {
  const maxCount = plan.countTo ?? maxCounted
  return countOnce(
    db,
    sql<{
      count: number
    }>`${mark}select count(*) as count from (select 1 ${matching(plan)} limit ${maxCount + 1}) counted`,
    maxCount,
  )
}

/** `from … where …` for all rows of a list, from `narrow` if there is one. */
function matching(plan: ListPlan): RawBuilder<unknown> {
  return sql`from ${plan.narrow ?? plan.from} where ${all(everyCondition(plan))}`
}

const everyCondition = ({ where, perhapsRare }: ListPlan) => (perhapsRare ? [...where, perhapsRare.passes] : where)

/** The exact number of rows of a list, without the limit of 10,000 that pages have. */
async function countAll(db: Db, plan: ListPlan): Promise<number> {
  const { rows } = await sql<{ count: number }>`${markOf(plan)}select count(*) as count ${matching(plan)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Iterates over all rows of a list in its order, in batches, for exports. Each batch is a separate statement. */
export async function* allRows<R>(db: Db, plan: ListPlan<R>, batch = 1000): AsyncGenerator<(R & Keyed)[]> {
  let cursor: string | undefined
  do {
    const { rows, nextCursor } = await rowsOf(db, plan, { limit: batch, cursor })
    if (rows.length > 0) yield rows
    cursor = nextCursor ?? undefined
  } while (cursor)
}
