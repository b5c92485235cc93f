import type { ReactNode } from 'react'
import { LoadNotice } from './load-notice.tsx'
import type { LoadError } from '#web/ui/error-state.tsx'
import { cn } from '#web/ui/class-names.ts'

/** The load state of a part of a page: the reply of `useApiQuery`. */
export type LoadPartResult = {
  data: unknown
  error: LoadError | null
  isFetching: boolean
  isPlaceholderData: boolean
  /** How often the current fetch has failed. */
  failureCount: number
  refetch: () => unknown
}

/** Failed and being retried, or given up while older figures are shown; without any, the error replaces them. */
const isFailing = ({ data, isFetching, failureCount }: LoadPartResult) =>
  failureCount > 0 && (isFetching || data !== undefined)

type LoadPartProps = {
  result: LoadPartResult
  /** While there is no data, a card in this part shows the notice instead. */
  hasCardNotice?: boolean
  children: ReactNode
  className?: string
}

/** A part of a page with a notice above its skeletons or figures when they couldn't be loaded. */
export function LoadPart({ result, hasCardNotice = false, children, className }: LoadPartProps) {
  const { data, isPlaceholderData } = result
  const shows = data === undefined ? 'nothing' : isPlaceholderData ? 'other-figures' : 'old-figures'
  return (
    <div className={cn('flex flex-col gap-4', className)}>
      {isFailing(result) && !(shows === 'nothing' && hasCardNotice) && <LoadNotice shows={shows} result={result} />}
      {children}
    </div>
  )
}

/** The same notice, laid over the skeletons of a card in a row of cards, so that the card keeps its size. */
export function CardLoadNotice({ result, className }: { result: LoadPartResult; className?: string }) {
  if (result.data !== undefined || !isFailing(result)) return null
  return <LoadNotice shows="nothing" result={result} className={cn('absolute inset-x-0 top-0', className)} />
}

/** The content of a card; that notice replaces its skeletons. */
export function CardLoadPart({ result, children }: { result: LoadPartResult; children: ReactNode }) {
  const isWithout = result.data === undefined && isFailing(result)
  return (
    <div className="relative">
      <CardLoadNotice result={result} />
      <div className={cn(isWithout && 'invisible')}>{children}</div>
    </div>
  )
}
