import type { Call, Route, RouteSpec } from '#shared/http/route.ts'

type Parts = { params?: unknown; query?: unknown }

/** The URL of a call, for a link or a download: path parameters filled in, query string appended. */
export function addressOf<S extends RouteSpec>(route: Route<S>, input: Omit<Call<S>, 'body'>): string {
  const { params, query } = input as Parts
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = (params as Record<string, unknown> | undefined)?.[name]
    if (value === undefined || value === null || value === '') throw new Error(`${route.path}: ${name} is missing`)
    return encodeURIComponent(String(value))
  })
  const search = searchOf((query ?? {}) as Record<string, unknown>)
  return search === '' ? path : `${path}?${search}`
}

/** Omits undefined and null; an array becomes one pair per item. */
export function searchOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item))
    }
  }
  return search.toString()
}
