import { Spinner } from './spinner.tsx'

/** Indicator that the next page is loading; the shell decides how long it is shown. */
export function PageLoading() {
  return (
    <div
      role="status"
      data-chrome
      className="fixed top-[calc(var(--sticky-top)+1rem)] left-1/2 z-40 flex h-9 -translate-x-1/2 animate-fade items-center gap-2.5 rounded-full bg-overlay px-4 text-secondary text-table shadow-overlay"
    >
      <Spinner className="text-accent-text" />
      Loading page...
    </div>
  )
}
