import { QueryClientContext } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useContext, useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { noResponseText } from '#web/api/api-error.ts'
import { isMissingCode, reloadIfOutdated, reloadIfThere } from './outdated-build.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { pageTitleId } from '#web/ui/page-header.tsx'

/** The error screen of error boundaries: a part of the app crashed while rendering. */
export function ErrorScreen({ onRetry }: { onRetry: () => void }) {
  const client = useContext(QueryClientContext)
  const retry = () => {
    // Cached data may have caused the crash, so drop it.
    client?.removeQueries({ type: 'inactive' })
    onRetry()
  }
  return (
    <Trouble
      title="Something went wrong"
      actions={
        <Button variant="primary" onClick={retry}>
          Try Again
        </Button>
      }
    >
      An unexpected error occurred. Please try again or contact support if the issue persists.
    </Trouble>
  )
}

/** The router's error screen: a page could not be opened at all. */
export function RouteErrorScreen() {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <PageErrorScreen>
        <Button asChild>
          <a href={paths.dashboard}>Back to the dashboard</a>
        </Button>
      </PageErrorScreen>
    </main>
  )
}

/** The same inside a layout, whose navigation still works; `children` are additional actions. */
export function PageErrorScreen({ children }: { children?: ReactNode }) {
  const error = useRouteError()
  useEffect(() => {
    const reload = () => void reloadIfOutdated(error)
    reload()
    // Offline, the page's code could not be loaded: try again when the connection returns.
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [error])
  return (
    <Trouble
      title="Unexpected Application Error!"
      actions={
        <>
          <Button variant="primary" onClick={() => void reloadIfThere()}>
            Reload
          </Button>
          {children}
        </>
      }
    >
      {describe(error)}
    </Trouble>
  )
}

function describe(error: unknown): string {
  if (isMissingCode(error)) return noResponseText
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`
  return error instanceof Error ? error.message : JSON.stringify(error)
}

function Trouble({ title, children, actions }: { title: string; children: ReactNode; actions: ReactNode }) {
  return (
    <div role="alert" className="mx-auto flex max-w-120 flex-col items-center px-4 py-16 text-center">
      <span data-tint className="mb-4 flex size-12 items-center justify-center rounded-lg bg-bad-soft text-bad">
        <CircleAlert aria-hidden size={24} strokeWidth={1.75} />
      </span>
      <h1 id={pageTitleId} tabIndex={-1} className="text-balance font-semibold text-xl tracking-tight">
        {title}
      </h1>
      <p className="mt-2 break-words text-pretty text-secondary">{children}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>
    </div>
  )
}
