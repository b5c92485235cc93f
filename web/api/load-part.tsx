import type { ReactNode } from 'react'
import { LoadNotice } from './load-notice.tsx'
import type { LoadError } from '#web/ui/error-state.tsx'
import { cn } from '#web/ui/class-names.ts'

/** What a part of a page knows of its figures: the reply of `useApiQuery`. */
export type LoadPartResult = {
  data: unknown
  error: LoadError | null
  isFetching: boolean
  isPlaceholderData: boolean
  /** How often the call under way has failed. */
  failureCount: number
  refetch: () => unknown
}

/** Tried again, or given up while older figures are shown; without any, the error takes their place. */
const isFailing = ({ data, isFetching, failureCount }: LoadPartResult) =>
  failureCount > 0 && (isFetching || data !== undefined)

type LoadPartProps = {
  result: LoadPartResult
  /** One of the cards in it says while nothing is there that it is tried again. */
  hasCardNotice?: boolean
  children: ReactNode
  className?: string
}

/** A part of a page that says above its skeletons or its figures when they couldn't be loaded. */
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

/** The same over the skeletons of a card that stands beside others: the card keeps its size. */
export function CardLoadNotice({ result, className }: { result: LoadPartResult; className?: string }) {
  if (result.data !== undefined || !isFailing(result)) return null
  return <LoadNotice shows="nothing" result={result} className={cn('absolute inset-x-0 top-0', className)} />
}

/** What a card shows, with that notice in the place of its skeletons. */
export function CardLoadPart({ result, children }: { result: LoadPartResult; children: ReactNode }) {
  const isWithout = result.data === undefined && isFailing(result)
  return (
    <div className="relative">
      <CardLoadNotice result={result} />
      <div className={cn(isWithout && 'invisible')}>{children}</div>
    </div>
  )
}
