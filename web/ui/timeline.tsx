import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import { cn } from './class-names.ts'
import { RelativeTime } from './relative-time.tsx'
import { unbrokenNumbersIn } from './table/unbroken-numbers.tsx'

export type TimelineEntry = {
  id: string
  who: string
  /** What happened, as the rest of a sentence: "confirmed the order". */
  what: ReactNode
  /** RFC 3339. */
  at: string
  tone?: Tone
  /** Field changes, a note, a linked document. */
  detail?: ReactNode
}

const dots: Record<Tone, string> = {
  neutral: 'bg-line-control',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  info: 'bg-info',
}

/** The history of a record, newest first; read-only. */
export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  return (
    <ol aria-label={label} className="flex flex-col text-table">
      {entries.map((entry) => (
        <li key={entry.id} className="group relative flex gap-3 pb-5 last:pb-0">
          <span
            aria-hidden
            className="absolute top-4 bottom-0 left-1 w-px -translate-x-1/2 bg-line group-last:hidden"
          />
          <span
            aria-hidden
            data-dot
            className={cn('mt-1.5 size-2 shrink-0 rounded-full ring-4 ring-card', dots[entry.tone ?? 'neutral'])}
          />
          <div className="min-w-0 flex-1 [&_a]:link">
            <p className="text-pretty text-secondary">
              <span className="font-medium text-primary">{entry.who}</span> {unbrokenNumbersIn(entry.what)}
              <span aria-hidden className="px-1.5 text-muted">
                ·
              </span>
              <span className="text-muted">
                <RelativeTime at={entry.at} />
              </span>
            </p>
            {entry.detail && <div className="mt-1.5 text-secondary">{unbrokenNumbersIn(entry.detail)}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** A changed field: old and new value. */
export function Change({ field, from, to }: { field: string; from: ReactNode; to: ReactNode }) {
  return (
    <p className="text-pretty">
      {field}: <del className="text-muted">{unbrokenNumbersIn(from)}</del> <span aria-hidden>→</span>{' '}
      <ins className="text-primary no-underline">{unbrokenNumbersIn(to)}</ins>
    </p>
  )
}
