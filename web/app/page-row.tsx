import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { Route } from '#shared/http/route.ts'

/** One page of the app; its code is fetched when it is first opened. */
export type PageRow = {
  path: string
  /** The document's title until the page's own heading is there. */
  title: string
  /** `record`: what the page reads of the `:id` in its path, so that it can be asked for before it is opened. */
  lazy: () => Promise<{ default: ComponentType; record?: Route }>
}

/** A row of the table as the router wants it. */
export function routeOf({ path, title, lazy }: PageRow): RouteObject {
  return { path, handle: { title }, lazy: async () => ({ Component: (await lazy()).default }) }
}
