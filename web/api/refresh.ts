import type { Query, QueryClient } from '@tanstack/react-query'
import type { Route } from '#shared/http/route.ts'
import type { Emitted } from '#shared/http/event-names.ts'
import { invalidate } from './invalidate.ts'

/** Event → the GETs whose answers it makes old. */
export type Refetched = Readonly<Record<Emitted, readonly Route[]>>
/** What was written: the events of its route, and which records it answered or deleted. */
type Change = { route: Route; params: Record<string, unknown>; reply: unknown }

let client: QueryClient | undefined
let table: Refetched | undefined
let open = 0
let waiting: Change[] = []
let last: Promise<unknown> = Promise.resolve()
const requestedAt = new Map<string, number>()

let load: () => Promise<Refetched> = async () => (await import('./realtime-refetch.ts')).refetchedBy

/** Pages that know other calls than the office's have a table of their own; it is loaded with the first write or event. */
export function loadRefetched(own: () => Promise<Refetched>): void {
  load = own
}

/** Says where the answers are kept that a write makes old. */
export function refreshIn(queries: QueryClient): void {
  client = queries
}

/** The table of events comes with the code that follows them; the page that one begins with needs none. */
export function knowRefetched(refetched: Refetched): void {
  table = refetched
}

/** Stands for the answer of a write that was refused because what the page shows is old. */
export const refused = Symbol('refused')

/** After a write: its answer is what is saved now, and the queries that its events make old are asked again. */
export function refreshAfter(route: Route, input: unknown, reply: unknown): void {
  if (!client || !route.spec.emits?.length) return
  const { params = {} } = input as { params?: Record<string, unknown> }
  waiting.push({ route, params, reply })
  if (open === 0) flush()
}

/** Many writes at once ask again once, when the last is done. */
export async function refreshOnce<T>(write: () => Promise<T>): Promise<T> {
  open += 1
  try {
    return await write()
  } finally {
    open -= 1
    if (open === 0) flush()
  }
}

/** Ends when what the last write made old is here again. */
export const refreshed = (): Promise<unknown> => last

/** Whether a write of this page has asked for it again since then: its event, on its way meanwhile, says nothing new. */
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
  // What was just deleted is not asked for by the page that is about to close; whoever comes back to it asks anew.
  if (deleted.size > 0) void queries.invalidateQueries({ predicate: isDeleted, refetchType: 'none' })
  return invalidate(queries, (query) => paths.has(query.queryKey[0]) && !isDeleted(query))
}

/**
 * A write that answers the whole record, by the same schema as the GET of it, is shown at once, also as a row of the lists that have it by
 * that schema: what is changed next is changed of this version. All are asked again all the same: what is written with the commit, such
 * as a history, isn't in the answer yet.
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
