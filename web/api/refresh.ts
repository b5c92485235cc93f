import type { Query, QueryClient } from '@tanstack/react-query'
import type { Route } from '#shared/http/route.ts'
import type { Emitted } from '#shared/http/event-names.ts'
import { invalidate } from './invalidate.ts'

/** Event → the GETs that it invalidates. */
export type Refetched = Readonly<Record<Emitted, readonly Route[]>>
/** A write: the route (with the events it emits), its parameters and its reply. */
type Change = { route: Route; params: Record<string, unknown>; reply: unknown }

let client: QueryClient | undefined
let table: Refetched | undefined
let open = 0
let waiting: Change[] = []
let last: Promise<unknown> = Promise.resolve()
const requestedAt = new Map<string, number>()

let load: () => Promise<Refetched> = async () => (await import('./realtime-refetch.ts')).refetchedBy

/** For the portal and the driver's page, whose calls differ: sets their own table, loaded with the first write or event. */
export function loadRefetched(own: () => Promise<Refetched>): void {
  load = own
}

/** Sets the query client whose cache is invalidated after writes. */
export function refreshIn(queries: QueryClient): void {
  client = queries
}

/** Sets the table once it is loaded with the realtime code (realtime.ts); the first page doesn't need it. */
export function knowRefetched(refetched: Refetched): void {
  table = refetched
}

/** Stands in for the reply of a write that was refused because the page is out of date. */
export const refused = Symbol('refused')

/** After a write: stores its reply in the cache and invalidates the queries of the route's events. */
export function refreshAfter(route: Route, input: unknown, reply: unknown): void {
  if (!client || !route.spec.emits?.length) return
  const { params = {} } = input as { params?: Record<string, unknown> }
  waiting.push({ route, params, reply })
  if (open === 0) flush()
}

/** Batches several writes: refetches once, after the last. */
export async function refreshOnce<T>(write: () => Promise<T>): Promise<T> {
  open += 1
  try {
    return await write()
  } finally {
    open -= 1
    if (open === 0) flush()
  }
}

/** Resolves when the refetching after the last write is done. */
export const refreshed = (): Promise<unknown> => last

/** Whether a write of this page has refetched this path since `time`; then the event of that write is redundant. */
export const isRequestedSince = (path: string, time: number): boolean => (requestedAt.get(path) ?? 0) >= time

function flush() {
  const changes = waiting
  waiting = []
  if (!client || changes.length === 0) return
  const queries = client
  last = table ? refresh(queries, table, changes) : load().then((loaded) => refresh(queries, loaded, changes))
}

function refresh(queries: QueryClient, refetched: Refetched, changes: readonly Change[]): Promise<unknown> {
  const events = new Set(changes.flatMap(({ route }) => route.spec.emits ?? []))
  const routes = new Set([...events].flatMap((name): readonly Route[] => refetched[name]))
  for (const change of changes) store(queries, routes, change)
  const deleted = new Set<unknown>(changes.map(deletedId).filter((id) => id !== undefined))
  const isDeleted = ({ queryKey: [, params] }: Query) => deleted.has((params as { id?: unknown } | undefined)?.id)
  const paths = new Set<unknown>([...routes].map(({ path }) => path))
  for (const { path } of routes) requestedAt.set(path, performance.now())
  // The page of a deleted record is about to close, so its queries are only marked stale, not refetched.
  if (deleted.size > 0) void queries.invalidateQueries({ predicate: isDeleted, refetchType: 'none' })
  return invalidate(queries, (query) => paths.has(query.queryKey[0]) && !isDeleted(query))
}

/**
 * Stores the reply of a write in the cache if it is the whole record, with the schema of its GET – also as a row of lists
 * with that row schema – so that the next edit starts from this version. All are refetched anyway: data written with the
 * commit, such as the history, is not in the reply yet.
 */
function store(queries: QueryClient, routes: ReadonlySet<Route>, { route, reply }: Change): void {
  const id = (reply as { id?: unknown } | null | undefined)?.id
  if (typeof id !== 'string') return
  const schema = route.spec.reply
  const take = (list: unknown) => (isListOfRows(list) ? { ...list, data: withRow(list.data, id, reply) } : list)
  for (const read of routes) {
    const list = read.path.endsWith('/:id') ? read.path.slice(0, -'/:id'.length) : undefined
    if (rowSchemaOf(read) === schema) queries.setQueriesData({ queryKey: [read.path] }, take)
    else if (list && read.spec.reply === schema && `${route.path}/`.startsWith(`${list}/`))
      queries.setQueryData([read.path, { id }, {}], reply)
  }
}

const rowSchemaOf = ({ spec }: Route): unknown =>
  (spec.reply as { shape?: { data?: { element?: unknown } } } | null)?.shape?.data?.element

const isListOfRows = (list: unknown): list is { data: readonly unknown[] } =>
  Array.isArray((list as { data?: unknown } | undefined)?.data)

const withRow = (rows: readonly unknown[], id: string, row: unknown) =>
  rows.map((one) => ((one as { id?: unknown }).id === id ? row : one))

function deletedId({ route, params, reply }: Change): unknown {
  const name = /\/:(\w+)$/.exec(route.path)?.[1]
  return route.method === 'DELETE' && reply !== refused && name ? params[name] : undefined
}
