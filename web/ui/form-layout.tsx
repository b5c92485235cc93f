import { type ReactNode, useLayoutEffect } from 'react'
import { cn } from './class-names.ts'
import { Notice } from './notice.tsx'

export type FormSectionProps = {
  title: string
  help?: ReactNode
  /** Anchor for links: `#company`. */
  id?: string
  children: ReactNode
}

/** A group of fields with a heading and one line of help. */
export function FormSection({ title, help, id, children }: FormSectionProps) {
  return (
    <section id={id} className="flex scroll-mt-20 flex-col gap-4 border-line border-t pt-6 first:border-t-0 first:pt-0">
      <div>
        <h2 className="font-semibold text-base">{title}</h2>
        {help && <p className="text-pretty text-muted text-table">{help}</p>}
      </div>
      {children}
    </section>
  )
}

/** Fields side by side, or below each other when space is short. */
export function FieldRow({ min = '12rem', children }: { min?: '7rem' | '12rem' | '18rem'; children: ReactNode }) {
  return <div className={cn('grid items-start gap-4', rows[min])}>{children}</div>
}

/** Grid columns by the minimum width of a field. */
const rows = {
  '7rem': 'grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))]',
  '12rem': 'grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))]',
  '18rem': 'grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))]',
}

export type SaveBarProps = {
  /** The buttons; the one that saves comes last. */
  children: ReactNode
  /** Text at the left: "Unsaved changes", "Draft saved 10:42". */
  note?: ReactNode
}

/** The footer of a long form; stays visible while the form scrolls. */
export function SaveBar({ children, note }: SaveBarProps) {
  useRootMark('save-bar')
  return (
    <div
      data-chrome
      data-save-bar
      className="sticky bottom-0 z-20 -mx-4 mt-6 flex flex-wrap items-center justify-end gap-2 border-line border-t bg-page px-4 py-3"
    >
      {note && (
        <p role="status" className="mr-auto text-muted text-table max-md:min-w-0 max-md:flex-1 max-md:basis-24">
          {note}
        </p>
      )}
      {children}
    </div>
  )
}

const shown = new Map<string, number>()

/**
 * Sets `data-with-<part>` on the root element while the component is mounted, for styles that affect the whole window.
 * With `:has()`, the browser would search the whole document after each change.
 */
export function useRootMark(part: 'document-form' | 'save-bar'): void {
  useLayoutEffect(() => {
    count(part, 1)
    return () => count(part, -1)
  }, [part])
}

function count(part: string, change: number) {
  const now = (shown.get(part) ?? 0) + change
  shown.set(part, now)
  document.documentElement.toggleAttribute(`data-with-${part}`, now > 0)
}

export type FieldProblem = { name: string; message: string }

export type ErrorSummaryProps = {
  problems: readonly FieldProblem[]
  /** Focuses the field: react-hook-form's `setFocus`. */
  onGoTo: (name: string) => void
}

/** Error summary above a form with two or more errors, with a link to each field. */
export function ErrorSummary({ problems, onGoTo }: ErrorSummaryProps) {
  if (problems.length < 2) return null
  return (
    <Notice tone="bad" title={`${problems.length} fields need attention`}>
      <ul className="mt-1 flex flex-col items-start">
        {problems.map((problem) => (
          <li key={problem.name}>
            <a
              href={`#${problem.name}`}
              className="inline-flex min-h-6 items-center underline underline-offset-2"
              onClick={(event) => {
                event.preventDefault()
                onGoTo(problem.name)
              }}
            >
              {problem.message}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
