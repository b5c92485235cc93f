import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { Route } from '#shared/http/route.ts'
import type { User } from '#shared/identity/user.ts'
import type { PageRead } from '#web/api/query.ts'
import type { ListSpec } from '#web/lists/list-query.ts'
import { loadWhenReachable } from './outdated-build.ts'

/** One page of the app; its code is fetched when it is first opened. */
export type PageRow = {
  path: string
  /** The document's title until the page's own heading is there. */
  title: string
  /**
   * What the page reads, so that it can be asked for before it is opened. `record`: of the `:id` in its path. `listed`: the rows
   * that its address asks for. `reads`: what else, by the address and the user.
   */
  lazy: () => Promise<{
    default: ComponentType
    record?: Route
    listed?: Route<ListSpec>
    reads?: (search: URLSearchParams, user: User) => readonly PageRead[]
  }>
}

/** A row of the table as the router wants it. */
export function routeOf({ path, title, lazy }: PageRow): RouteObject {
  return { path, handle: { title }, lazy: async () => ({ Component: (await loadWhenReachable(lazy)).default }) }
}
