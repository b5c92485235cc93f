import type { ReactNode } from 'react'
import { ActionButton, type DocumentActions, offered } from './document-action.tsx'
import type { Progress } from './progress-steps.ts'
import type { Tone } from '#web/ui/badge.tsx'
import { cn } from '#web/ui/class-names.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const bars: Record<Tone, string> = {
  neutral: 'bg-accent',
  info: 'bg-accent',
  good: 'bg-accent',
  warn: 'bg-warn',
  bad: 'bg-bad',
}

type DocumentProgressProps = {
  /** Null for a cancelled or void document. */
  progress: Progress | null
  actions: Pick<DocumentActions, 'next' | 'beside'> | undefined
  /** Replaces the actions while the document is edited. */
  saving?: ReactNode
}

const frameClass =
  'flex flex-col gap-x-6 gap-y-3 rounded-lg border border-line bg-card px-5 py-3 max-md:px-4 @min-4xl:flex-row @min-4xl:flex-wrap @min-4xl:items-center'
/** Sticks while the page scrolls: all of it if it fits in a row, else only the buttons. */
const stickyClass =
  'sticky top-(--sticky-top) z-20 -mt-2 @max-4xl:top-[calc(var(--sticky-top)-2.875rem)] @max-4xl:[&_[data-moment]]:hidden'

/** The progress of a document, and its primary action as a button; only the buttons if the progress is null. */
export function DocumentProgress({ progress, actions, saving }: DocumentProgressProps) {
  const next = actions?.next || undefined
  const beside = offered(actions?.beside ?? [])
  if (!progress && !next && beside.length === 0 && !saving) return null
  return (
    <section
      aria-label="Status and next action"
      data-chrome
      className={cn(progress && frameClass, saving && stickyClass)}
    >
      {progress && <Steps {...progress} />}
      {saving && (
        <div className="flex @min-4xl:ml-auto @min-4xl:shrink-0 flex-wrap items-center justify-end gap-2 @min-4xl:flex-nowrap @min-4xl:text-right">
          {saving}
        </div>
      )}
      {(next ?? beside[0]) && (
        <div className="flex grow flex-wrap items-center gap-2">
          {next && <ActionButton action={next} isNext />}
          {beside.map((action) => (
            <ActionButton key={action.id} action={action} />
          ))}
        </div>
      )}
    </section>
  )
}

/** Step names are never truncated: without space beside them, the actions move below, to the left. */
function Steps({ steps, current, tone }: Progress) {
  return (
    <ol aria-label="Progress" className="flex min-w-0 grow-999 gap-2">
      {steps.map(({ name, at, isSkipped }, place) => {
        const isCurrent = place === current
        const isDone = place < current && !isSkipped
        return (
          <li
            key={name}
            aria-current={isCurrent ? 'step' : undefined}
            className={cn('flex min-w-0 @min-2xl:min-w-max flex-1 flex-col gap-1.5', isCurrent && '@max-2xl:flex-[3]')}
          >
            <span
              aria-hidden
              data-dot
              className={cn(
                'h-1 rounded-full',
                isDone || isCurrent ? bars[isCurrent ? tone : 'info'] : 'bg-subtle-strong',
              )}
            />
            <span className={cn('min-w-0 text-table', !isCurrent && '@max-2xl:sr-only')}>
              <span
                className={cn(
                  'block truncate',
                  isCurrent ? 'font-medium text-primary' : isDone ? 'text-secondary' : 'text-muted',
                )}
              >
                {name}
                {isDone && <span className="sr-only">, done</span>}
              </span>
              {at && (isDone || isCurrent) && (
                <span data-moment className="block truncate text-muted text-xs">
                  <RelativeTime at={at} />
                </span>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
