import { use } from 'react'
import type { ApiError } from '#web/api/api-error.ts'
import { PartName } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'

type ListErrorProps = {
  error: ApiError
  /** What the list is of, where it is not the name of the table around it: "these records". */
  many?: string
  /** What could not be loaded, where that is not the table around it. */
  what?: string
  result: { isFetching: boolean; refetch: () => unknown }
  className?: string
}

/** In the place of a list's rows: that they may not be seen, or that they could not be loaded. */
export function ListError({ error, many, what, result: { isFetching, refetch }, className }: ListErrorProps) {
  const table = use(PartName)?.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
  const rows = many ?? table ?? 'these records'
  if (error.status === 403)
    return (
      <EmptyState kind="no-permission" title={`You can't view ${rows}`} {...(className && { className })}>
        Ask an administrator for permission to view {rows}.
      </EmptyState>
    )
  return (
    <ErrorState
      {...(what && { what })}
      message={error.message}
      onRetry={() => void refetch()}
      retrying={isFetching}
      {...(className && { className })}
    />
  )
}
