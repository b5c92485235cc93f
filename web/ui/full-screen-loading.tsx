import { Spinner } from './spinner.tsx'

/** Shown until the session has been checked. */
export function FullScreenLoading() {
  return (
    <div role="status" className="fixed inset-0 z-50 flex flex-col items-center justify-center gap-3 bg-page">
      <Spinner className="size-6 text-accent-text" />
      <p className="text-secondary">Loading</p>
    </div>
  )
}
