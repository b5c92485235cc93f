import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'

/** One page of the app; its code is fetched when it is first opened. */
export type PageRow = {
  path: string
  /** The document's title until the page's own heading is there. */
  title: string
  lazy: () => Promise<{ default: ComponentType }>
}

/** A row of the table as the router wants it. */
export function routeOf({ path, title, lazy }: PageRow): RouteObject {
  return { path, handle: { title }, lazy: async () => ({ Component: (await lazy()).default }) }
}
