import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { ComingPage } from './coming-page.tsx'

/** One page of the app. Without `lazy` nobody has written it yet, and a page says so in its place. */
export type PageRow = {
  path: string
  /** The document's title until the page's own heading is there. */
  title: string
  lazy?: () => Promise<{ default: ComponentType }>
}

/** A row of the table as the router wants it; the page's code is fetched when it is first opened. */
export function routeOf({ path, title, lazy }: PageRow): RouteObject {
  const handle = { title }
  if (!lazy) return { path, handle, Component: ComingPage }
  return { path, handle, lazy: async () => ({ Component: (await lazy()).default }) }
}
