import type { Selection } from './selection.ts'
import { type RawBuilder, sql } from 'kysely'
import { defaultLimit, maxCounted, maxLimit, type Page } from '#shared/http/paging.ts'
import type { Db } from './database.ts'
import { type Keyed, readCursor, writeCursor } from './cursors.ts'
import { countOnce } from './kept-counts.ts'

/** How a list answers: what it selects, which rows match, and how it is ordered. Every part is a SQL fragment. */
export interface ListPlan<R = unknown> {
  /** `select …` without `sort_key`. */
  columns: Selection<R>
  /** `from` with its joins. */
  from: RawBuilder<unknown>
  /**
   * The smallest `from` that the conditions and the order need: the page is cut from it, and only its rows are joined with the
   * rest and their columns worked out. Counted as well.
   */
  narrow?: RawBuilder<unknown>
  /** `narrow` is a search that finds its rows whatever the order: they are found once, for the page and for the count. */
  isFound?: boolean
  where: readonly RawBuilder<unknown>[]
  /**
   * A condition that the index of the list's order does not answer, and that most rows may pass, or hardly any; `from` has an
   * index of its own for it. Where few pass, these are taken; else the list is walked in its order for a while, and where that
   * does not fill the page, all that match are looked for at once. Only with `narrow`, and not of what is found by a search.
   */
  perhapsRare?: { passes: RawBuilder<unknown>; from: RawBuilder<unknown> }
  sort: {
    by: RawBuilder<unknown>
    type: 'text' | 'timestamptz' | 'date' | 'bigint'
    descending: boolean
    /**
     * It orders by a column of another table than the id's, which `narrow` joins: that table's index is walked, and only rows that
     * share a value are sorted.
     */
    isJoined?: boolean
  }
  /** The unique column that breaks ties. */
  id: RawBuilder<unknown>
  /** So far rows are counted where each has to be looked at to know whether it matches: `maxCounted` where it isn't stated. */
  countTo?: number
  /** For statements whose best plan depends on their values: searches, but for those that find their rows by an index whatever the values. */
  planEachTime?: boolean
}

/** Which page. `countAll`: of exports, which tell how far they are; no call can ask for it. */
type PageWish = { limit: number; cursor?: string | undefined; countAll?: boolean }

/** One page by keyset: a deep page costs what the first costs. The count is exact to 10,000 or `countTo`, then "more than". */
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

/** A page's rows; `counted` of them all, as far as is told, where the plan's rows are found by a search. */
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
 * The ids of a page that a search finds, and on the first page of a search by an index how many there are. By itself, because it may be planned
 * each time, which for all that a row shows takes longer than to find it: that is read by a plan that is kept.
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
 * The page sizes that our own pages ask for stand in the statement itself: of a value the planner would not know how few rows are
 * wanted, and plan the list anew each time. Any other size is a value, so that statements stay few.
 */
const usualLimits = new Set([20, defaultLimit, 100, maxLimit])
const stated = (rows: number): RawBuilder<unknown> => (usualLimits.has(rows - 1) ? sql.lit(rows) : sql`${rows}`)

const scannedRows = 1000

/** CTEs that end with `page(id, sort_key)`: the page's rows, cut before anything else is joined with them. */
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

/** What comes after a row in the list's order. */
function beyond({ sort, id }: ListPlan, after: { key: string; id: string }): RawBuilder<unknown> {
  const key = sql`${after.key}::${sql.raw(sort.type)}`
  const sign = sql.raw(sort.descending ? '<' : '>')
  const follows = sql`(${sort.by}, ${id}) ${sign} (${key}, ${after.id}::uuid)`
  // An index of one table can't begin at a pair of two tables' columns: it begins at the first.
  return sort.isJoined ? sql`${sort.by} ${sign}= ${key} and ${follows}` : follows
}

/** The ids before and after a row, in the list's order; the row itself need not be in the list any more. */
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

/** `from … where …` of all that a list has, by the smallest way to it. */
function matching(plan: ListPlan): RawBuilder<unknown> {
  return sql`from ${plan.narrow ?? plan.from} where ${all(everyCondition(plan))}`
}

const everyCondition = ({ where, perhapsRare }: ListPlan) => (perhapsRare ? [...where, perhapsRare.passes] : where)

/** How many rows a list has, however many; a page tells no more than 10,000. */
async function countAll(db: Db, plan: ListPlan): Promise<number> {
  const { rows } = await sql<{ count: number }>`${markOf(plan)}select count(*) as count ${matching(plan)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Every row of a list in its order, a batch at a time: for exports. Each batch is a statement of its own. */
export async function* allRows<R>(db: Db, plan: ListPlan<R>, batch = 1000): AsyncGenerator<(R & Keyed)[]> {
  let cursor: string | undefined
  do {
    const { rows, nextCursor } = await rowsOf(db, plan, { limit: batch, cursor })
    if (rows.length > 0) yield rows
    cursor = nextCursor ?? undefined
  } while (cursor)
}
