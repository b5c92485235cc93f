import { createBrowserRouter, matchRoutes, Navigate, Outlet, useParams } from 'react-router'
import { keyHistoryEntry } from '#web/app/history-entry.ts'
import OtherDocument from '#web/app/other-document.tsx'
import { PageErrorScreen, RouteErrorScreen } from '#web/app/error-screen.tsx'
import { loadWhenReachable } from '#web/app/outdated-build.ts'
import { AuthLayout } from '#web/app/shell/auth-layout.tsx'
import { paths } from '#web/paths.ts'
import { FullScreenLoading } from '#web/ui/full-screen-loading.tsx'
import { PortalLayout } from './portal-layout.tsx'
import { PortalRoot } from './portal-root.tsx'

type Page = { path: string; title: string; lazy: () => Promise<{ default: React.ComponentType }> }

const publicPages: readonly Page[] = [
  {
    path: paths.customerLogin,
    title: 'Customer portal',
    lazy: () => import('#web/identity/login/customer-login-page.tsx'),
  },
  {
    path: paths.customerSetPassword,
    title: 'Set your password',
    lazy: () => import('#web/identity/login/customer-set-password-page.tsx'),
  },
]

/** Paths are relative to the customer's portal or to the office's view of one. */
const pages: readonly Page[] = [
  { path: '', title: 'Home', lazy: () => import('#web/portal/home-page.tsx') },
  { path: 'orders', title: 'Orders', lazy: () => import('#web/portal/order-list-page.tsx') },
  { path: 'orders/new', title: 'New order', lazy: () => import('#web/portal/order-new-page.tsx') },
  { path: 'orders/:id', title: 'Order', lazy: () => import('#web/portal/order-page.tsx') },
  { path: 'orders/:id/edit', title: 'Change order', lazy: () => import('#web/portal/order-new-page.tsx') },
  { path: 'orders/:id/return', title: 'Return goods', lazy: () => import('#web/portal/returns/return-new-page.tsx') },
  { path: 'shelf', title: 'Shelf', lazy: () => import('#web/portal/shelf-page.tsx') },
  { path: 'shelf/new', title: 'New shelf', lazy: () => import('#web/portal/shelf-edit-page.tsx') },
  { path: 'shelf/:id/edit', title: 'Edit shelf', lazy: () => import('#web/portal/shelf-edit-page.tsx') },
  {
    path: 'shelf/consignment/:id/count',
    title: 'Count consignment stock',
    lazy: () => import('#web/portal/shelf-consignment-page.tsx'),
  },
  { path: 'shelf/:id/count', title: 'Count shelf', lazy: () => import('#web/portal/shelf-count-page.tsx') },
  { path: 'deliveries/:id', title: 'Delivery', lazy: () => import('#web/portal/delivery-page.tsx') },
  { path: 'approvals', title: 'Approvals', lazy: () => import('#web/portal/approvals-page.tsx') },
  { path: 'estimates', title: 'Estimates', lazy: () => import('#web/portal/estimate-list-page.tsx') },
  { path: 'estimates/:id', title: 'Estimate', lazy: () => import('#web/portal/estimate-page.tsx') },
  { path: 'invoices', title: 'Invoices', lazy: () => import('#web/portal/invoice-list-page.tsx') },
  { path: 'invoices/:id', title: 'Invoice', lazy: () => import('#web/portal/invoice-page.tsx') },
  { path: 'returns', title: 'Returns', lazy: () => import('#web/portal/returns/return-list-page.tsx') },
  { path: 'recalls', title: 'Recalls', lazy: () => import('#web/portal/recall-list-page.tsx') },
  { path: 'users', title: 'Users', lazy: () => import('#web/portal/user-list-page.tsx') },
  { path: 'more', title: 'More', lazy: () => import('#web/portal/more-page.tsx') },
]

const routeOf =
  (base: string) =>
  ({ path, title, lazy }: Page) => ({
    path: path ? `${base}/${path}` : base,
    handle: { title },
    lazy: async () => ({ Component: (await loadWhenReachable(lazy)).default }),
  })
const under = (base: string) => pages.map(routeOf(base))

const own = [
  ...publicPages,
  ...pages.map((page) => ({ path: `${paths.customerPortal}/${page.path}` })),
  { path: paths.customerPortal },
]
const isKnown = (path: string) =>
  matchRoutes(
    own.map(({ path: one }) => ({ path: one.replace(/\/$/, '') })),
    path,
  ) !== null

/** Redirects unknown paths below the office's view of a portal to the start of that view. */
function PortalOfAccount() {
  const { account = '' } = useParams()
  return <Navigate to={paths.portalOf(account)} replace />
}

keyHistoryEntry()

/** The customer portal has its own router and bundle, without any of the office's pages. */
export const portalRouter = createBrowserRouter([
  {
    element: (
      <PortalRoot isKnown={isKnown}>
        <Outlet />
      </PortalRoot>
    ),
    ErrorBoundary: RouteErrorScreen,
    HydrateFallback: FullScreenLoading,
    children: [
      {
        element: <AuthLayout />,
        children: publicPages.map(({ path, title, lazy }) => ({
          path,
          handle: { title },
          lazy: async () => ({ Component: (await lazy()).default }),
        })),
      },
      {
        element: <PortalLayout />,
        children: [
          {
            ErrorBoundary: PageErrorScreen,
            children: [...under(paths.customerPortal), ...under(paths.portalOf(':account'))],
          },
        ],
      },
      // The server answers these paths with this document, so a reload (OtherDocument) would loop.
      { path: `${paths.customerPortal}/*`, element: <Navigate to={paths.customerPortal} replace /> },
      { path: `${paths.portalOf(':account')}/*`, element: <PortalOfAccount /> },
      { path: '*', element: <OtherDocument /> },
    ],
  },
])
