import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { Route } from '#shared/http/route.ts'
import type { User } from '#shared/identity/user.ts'
import type { PageRead } from '#web/api/query.ts'
import type { ListSpec } from '#web/lists/list-query.ts'
import { loadWhenReachable } from './outdated-build.ts'

/** A route of the app; its code is a separate chunk, loaded when the page is first opened. */
export type PageRow = {
  path: string
  /** Document title until the page's own heading is rendered. */
  title: string
  /**
   * Besides the component, a page's module can name its queries for prefetching. `record`: the GET of the `:id` in its
   * path. `listed`: the list whose parameters are in the URL. `reads`: any others, by URL and user.
   */
  lazy: () => Promise<{
    default: ComponentType
    record?: Route
    listed?: Route<ListSpec>
    reads?: (search: URLSearchParams, user: User) => readonly PageRead[]
  }>
}

/** Turns a row of the table into a route object of React Router. */
export function routeOf({ path, title, lazy }: PageRow): RouteObject {
  return { path, handle: { title }, lazy: async () => ({ Component: (await loadWhenReachable(lazy)).default }) }
}
