import { createBrowserRouter, matchRoutes, Navigate, Outlet } from 'react-router'
import { keyHistoryEntry } from './history-entry.ts'
import { RouteErrorScreen } from './error-screen.tsx'
import { type PageRow, routeOf } from './page-row.tsx'
import { Root } from './root.tsx'
import { shellPages } from './shell-pages.ts'
import { AuthLayout } from '#web/app/shell/auth-layout.tsx'
import { DocumentLayout } from '#web/app/shell/document-layout.tsx'
import { BareLayout } from '#web/app/shell/bare-layout.tsx'
import { Shell } from '#web/app/shell/shell.tsx'
import { paths } from '#web/paths.ts'
import { FullScreenLoading } from '#web/ui/full-screen-loading.tsx'

/* The whole route table; the office's pages are in shell-pages.ts. */

const publicPages: readonly PageRow[] = [
  { path: paths.login, title: 'Log in', lazy: () => import('#web/identity/login/login-page.tsx') },
  { path: paths.register, title: 'Register', lazy: () => import('#web/identity/login/register-page.tsx') },
  {
    path: paths.setupFirstAdmin,
    title: 'Set up Wardstock',
    lazy: () => import('#web/identity/login/setup-first-admin-page.tsx'),
  },
  {
    path: paths.resetPassword,
    title: 'Set your password',
    lazy: () => import('#web/identity/login/reset-password-page.tsx'),
  },
]

/** Open to anyone with the mailed link, signed in or not. */
const mailedLinkPages: readonly PageRow[] = [
  {
    path: paths.estimateAnswer,
    title: 'Estimate',
    lazy: () => import('#web/sales/estimates/offered-estimate-page.tsx'),
  },
  {
    path: paths.unsubscribe(':key'),
    title: 'Unsubscribe',
    lazy: () => import('#web/retention/unsubscribe-page.tsx'),
  },
  {
    path: paths.unsubscribeReport(':key'),
    title: 'Unsubscribe',
    lazy: () => import('#web/reports/saved/unsubscribe-report-page.tsx'),
  },
  {
    path: paths.unsubscribeDigest(':key'),
    title: 'Unsubscribe',
    lazy: () => import('#web/notifications/unsubscribe-digest-page.tsx'),
  },
]

/** Outside the main layout. */
const barePages: readonly PageRow[] = [
  { path: paths.profile, title: 'My profile', lazy: () => import('#web/identity/profile/profile-page.tsx') },
]

/** Served as their own HTML documents (server/http/web-app.ts). No layout, since there may be no signed-in user. */
const otherDocuments: readonly PageRow[] = [
  { path: paths.driverPortal, title: 'Driver portal', lazy: () => import('./other-document.tsx') },
  { path: paths.driverRoute(':id'), title: 'Route', lazy: () => import('./other-document.tsx') },
  { path: `${paths.customerPortal}/*`, title: 'Customer portal', lazy: () => import('./other-document.tsx') },
  { path: `${paths.portalOf(':id')}/*`, title: 'Customer portal', lazy: () => import('./other-document.tsx') },
]

const known = [...publicPages, ...mailedLinkPages, ...barePages, ...otherDocuments, ...shellPages].map(({ path }) => ({
  path,
}))
export const isKnown = (path: string) => matchRoutes(known, path) !== null

keyHistoryEntry()

export const router = createBrowserRouter([
  {
    element: (
      <Root isKnown={isKnown} pages={shellPages}>
        <Outlet />
      </Root>
    ),
    ErrorBoundary: RouteErrorScreen,
    HydrateFallback: FullScreenLoading,
    children: [
      { element: <AuthLayout />, children: publicPages.map(routeOf) },
      { element: <DocumentLayout />, children: mailedLinkPages.map(routeOf) },
      ...otherDocuments.map(routeOf),
      { element: <BareLayout />, children: barePages.map(routeOf) },
      { element: <Shell />, children: shellPages.map(routeOf) },
      { path: '*', element: <Navigate to={paths.dashboard} replace /> },
    ],
  },
])
