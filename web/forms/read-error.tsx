import type { ReactNode } from 'react'
import { Button, keepFocus } from '#web/ui/button.tsx'
import { isRefused, type LoadError } from '#web/ui/error-state.tsx'

/** The reply of `useApiQuery`. */
export type FieldRead = { data: unknown; error: LoadError | null; isFetching: boolean; refetch: () => unknown }

/** Replaces a field's help text when data that the field needs could not be loaded. */
export function ReadError({
  read: { error, isFetching, refetch },
  children,
}: {
  read: FieldRead
  children: ReactNode
}) {
  return (
    <span role="alert" className="flex flex-wrap items-center gap-2 text-bad">
      {children}
      {!isRefused(error) && (
        <Button size="sm" busy={isFetching} onMouseDown={keepFocus} onClick={() => void refetch()}>
          Try again
        </Button>
      )}
    </span>
  )
}
