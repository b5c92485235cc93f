import { Outlet } from 'react-router'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'

/** Layout of pages opened by a mailed link: the document and nothing of the app. */
export function DocumentLayout() {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-180 flex-col gap-6 px-4 py-8">
      <ErrorBoundary>
        <Outlet />
      </ErrorBoundary>
    </main>
  )
}
