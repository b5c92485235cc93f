import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { type ComponentProps, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { showLeftToasts } from '#web/api/arrival-toasts.ts'
import { newQueryClient } from '#web/api/query.ts'
import { refreshIn } from '#web/api/refresh.ts'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'
import { restoreSession } from '#web/session/restore.ts'
import { getSession, onSessionChange } from '#web/session/session.ts'
import { followTheme } from '#web/session/theme.ts'
import { Toaster } from '#web/ui/toasts/toaster.tsx'

/** Starts a router's app: the office or the customer portal, which share only this function and the UI components. */
export function startApp(
  router: ComponentProps<typeof RouterProvider>['router'],
  prefetch: (client: QueryClient) => void = () => {},
): void {
  const client = newQueryClient()
  refreshIn(client)

  // Clear the cache when the user changes, so that the next user sees no data of the previous one.
  let userId = getSession().user?.id
  onSessionChange(() => {
    const { user } = getSession()
    if (userId !== undefined && user?.id !== userId) client.clear()
    userId = user?.id
  })

  // The dialogs' scroll lock adds a style element at run time, which needs the page's CSP nonce.
  setNonce(document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '')

  followTheme()
  prefetch(client)
  void restoreSession(window.location.pathname)

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
          <Toaster />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  )
  showLeftToasts()
}
