import type { z } from 'zod'
import { defaultLimit, type pageQuery } from '#shared/http/paging.ts'
import type { Route, RouteSpec } from '#shared/http/route.ts'

/** A declared GET of a list; its query consists of `pageQuery`, a sort and filters. */
export type ListSpec = RouteSpec & { query: z.ZodObject }
export type FilterName<S extends ListSpec> = Exclude<
  keyof z.input<S['query']> & string,
  keyof typeof pageQuery | 'sort'
>

/** `?after=…&after=…`: the cursors of the pages so far, the current page's last. */
export const cursors = 'after'
const ours = new Set(['q', 'sort', 'limit', cursors])

/** Parses a list's URL parameters. Drops those that the route's schema refuses, so that old links still work. */
export function readListQuery<S extends ListSpec>(route: Route<S>, params: URLSearchParams) {
  const { shape } = route.spec.query
  const read = (name: string): unknown => {
    const value = params.get(name)
    return value && shape[name]?.safeParse(value).success ? value : undefined
  }
  const names = Object.keys(shape).filter((name) => !ours.has(name) && name !== 'cursor') as FilterName<S>[]
  const filters = Object.fromEntries(names.map((name) => [name, read(name)])) as Partial<
    Record<FilterName<S>, string | undefined>
  >
  const q = (read('q') ?? '') as string
  const sort = read('sort') as string | undefined
  const limit = Number(read('limit') ?? defaultLimit)
  const behind = params.getAll(cursors)
  const query = { ...filters, q: q || undefined, sort, limit, cursor: behind.at(-1) } as z.input<S['query']>
  return { query, names, filters, q, sort, limit, behind }
}
