import { useQuery } from '@tanstack/react-query'
import { Boxes, FileText, House, type LucideIcon, Menu as MenuIcon, Package, Plus, Undo2 } from 'lucide-react'
import { NavLink, Outlet, useLocation, useNavigation, useParams } from 'react-router'
import { portalHomeApi } from '#shared/portal/home-api.ts'
import { viewingApi } from '#shared/portal/viewing-api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/query.ts'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'
import { contentId, SkipLink } from '#web/app/shell/skip-link.tsx'
import { paths } from '#web/paths.ts'
import { ShortcutsEnabled } from '#web/ui/shortcuts.ts'
import { type Portal, PortalContext, useMayInPortal, usePortal } from '#web/portal/portal-context.ts'
import { whoPermits } from '#web/portal/portal-words.ts'
import { logOut } from '#web/session/log-out.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { ErrorState, type LoadError, WhoPermits } from '#web/ui/error-state.tsx'
import { FullScreenLoading } from '#web/ui/full-screen-loading.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageLoading } from '#web/ui/page-loading.tsx'

type Tab = { to: string; label: string; icon: LucideIcon; end?: boolean }
const tabs: readonly Tab[] = [
  { to: '', label: 'Home', icon: House, end: true },
  { to: '/orders', label: 'Orders', icon: Package },
  { to: '/shelf', label: 'Shelf', icon: Boxes },
  { to: '/invoices', label: 'Invoices', icon: FileText },
  { to: '/returns', label: 'Returns', icon: Undo2 },
  { to: '/more', label: 'More', icon: MenuIcon },
]

/** Pages without their own tab → the tab that is highlighted for them. */
const leadsTo: Readonly<Record<string, readonly string[]>> = {
  '/orders': ['/deliveries'],
  '/more': ['/approvals', '/estimates', '/recalls', '/users'],
}

/** The portal's layout: the customer's name at the top and six tabs, at the bottom of the screen on a phone. */
export function PortalLayout() {
  const { account } = useParams()
  return account ? <Viewing account={account} /> : <Frame base={paths.customerPortal} query={{}} />
}

/** Staff view of a customer's portal: opens the view, which writes to the audit log, before any other call. */
function Viewing({ account }: { account: string }) {
  const view = useQuery({
    queryKey: ['portal-view', account],
    queryFn: () => call(viewingApi.openPortalView, { params: { id: account }, body: {} }),
    // Renews the view before it expires.
    refetchInterval: 20 * 60_000,
    retry: false,
  })
  if (view.error) return <Failed error={view.error} />
  if (!view.data) return <FullScreenLoading />
  return <Frame base={paths.portalOf(account)} query={{ account }} />
}

function Frame({ base, query }: Pick<Portal, 'base' | 'query'>) {
  const home = useApiQuery(portalHomeApi.getHome, { query }, { untold: true, every: 60_000 })
  return (
    <WhoPermits value={whoPermits(query, home.data?.company.name)}>
      {home.data ? (
        <PortalContext value={{ home: home.data, base, query }}>
          {/* Customers have no setting to turn shortcuts off (WCAG 2.1.4), so they have none. */}
          <ShortcutsEnabled value={false}>
            <Inside />
          </ShortcutsEnabled>
        </PortalContext>
      ) : home.error ? (
        <Failed error={inWords(home.error)} onRetry={() => void home.refetch()} />
      ) : (
        <FullScreenLoading />
      )}
    </WhoPermits>
  )
}

const inWords = (error: ApiError): LoadError =>
  error.code === 'NOT_FOUND' ? { message: 'Your login is not connected to a customer. Please ask us.' } : error

function Failed({ error, onRetry }: { error: LoadError; onRetry?: () => void }) {
  return (
    <main className="mx-auto max-w-200 p-4 pt-10">
      <PageHeader title="Customer portal" />
      <ErrorState what="The customer portal" error={error} onRetry={onRetry} />
      <p className="flex justify-center">
        <Button onClick={() => void logOut()}>Log out</Button>
      </p>
    </main>
  )
}

function Inside() {
  const { home, base } = usePortal()
  const { pathname } = useLocation()
  const place = pathname.slice(base.length)
  const isIn = (tab: string) => (leadsTo[tab] ?? []).some((page) => place.startsWith(page))
  // Deeper pages have their own primary button, so “New order” is secondary there.
  const isDeep = place.split('/').length > 2
  const isLoading = useNavigation().state !== 'idle'
  const { name } = useUser()
  const mayOrder = useMayInPortal('order')
  return (
    <>
      <SkipLink />
      {home.user.isOffice && <OfficeBanner />}
      <header data-chrome className="border-line border-b bg-card">
        <div className="mx-auto flex min-h-14 max-w-240 flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2">
          <div className="min-w-0 flex-1">
            <p className="truncate font-semibold text-base tracking-tight">{home.account.name}</p>
            <p className="truncate text-muted text-xs">
              Orders from {home.company.name}
              {!home.user.isOffice && ` · ${name}`}
            </p>
          </div>
          <nav aria-label="Portal" className="flex items-center gap-1 max-md:hidden">
            {tabs.map(({ to, label, end }) => (
              <NavLink
                key={label}
                to={`${base}${to}`}
                end={end ?? false}
                className={({ isActive }) =>
                  cn(
                    'flex h-10 items-center rounded-md px-3 font-medium hover:bg-subtle',
                    isActive || isIn(to) ? 'bg-accent-soft text-accent-text' : 'text-secondary',
                  )
                }
              >
                {label}
              </NavLink>
            ))}
          </nav>
          {mayOrder && place !== '/orders/new' && (
            <NavLink
              to={`${base}/orders/new`}
              className={cn(
                'inline-flex h-10 items-center gap-2 rounded-md px-4 font-medium',
                isDeep
                  ? 'border border-line-control hover:bg-subtle'
                  : 'bg-accent text-accent-contrast hover:bg-accent-hover',
              )}
            >
              <Plus aria-hidden size={16} />
              New order
            </NavLink>
          )}
        </div>
      </header>
      {isLoading && <PageLoading />}
      <main
        id={contentId}
        tabIndex={-1}
        className="touch mx-auto flex min-h-[70dvh] max-w-240 flex-col gap-5 px-4 py-5 outline-none max-md:pb-28"
      >
        <ErrorBoundary resetBy={pathname}>
          <Outlet />
        </ErrorBoundary>
      </main>
      <nav
        aria-label="Portal"
        data-chrome
        data-tabs
        className="fixed inset-x-0 bottom-0 z-30 flex border-line border-t bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
      >
        {tabs.map(({ to, label, icon: Icon, end }) => (
          <NavLink
            key={label}
            to={`${base}${to}`}
            end={end ?? false}
            className={({ isActive }) =>
              cn(
                'flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-xs -outline-offset-2',
                isActive || isIn(to) ? 'font-semibold text-accent-text' : 'text-secondary',
              )
            }
          >
            <Icon aria-hidden size={20} />
            {label}
          </NavLink>
        ))}
      </nav>
    </>
  )
}

function OfficeBanner() {
  const { home } = usePortal()
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-3 bg-info-soft px-4 py-2 text-center text-info text-table"
    >
      <span className="wrap-anywhere min-w-0">
        As seen by {home.account.name}. Read-only; the audit log keeps this view.
      </span>
      <a className="underline" href={paths.customer(home.account.id)}>
        Back to the customer
      </a>
    </p>
  )
}
