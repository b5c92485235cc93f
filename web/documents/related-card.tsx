import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Card } from '#web/ui/card.tsx'

export type RelatedRecord = {
  id: string
  name: string
  /** The path of its page; null if the user may not view it. */
  to: string | null
  /** Shown at the end of the line: status, quantity. */
  note?: ReactNode
}

export type RelatedGroup = { label: string; records: readonly RelatedRecord[] }

/** Records shown of each kind; the others are in the document's lines. */
const shownRecords = 8

/** The related records of a document, by kind. Nothing without any. */
export function RelatedCard({ groups }: { groups: readonly (RelatedGroup | false)[] }) {
  const filled = groups.filter((group) => group !== false).filter(({ records }) => records.length > 0)
  if (filled.length === 0) return null
  return (
    <Card title="Related records">
      <dl className="flex flex-col gap-3">
        {filled.map(({ label, records }) => (
          <div key={label} className="flex flex-col gap-0.5">
            <dt className="text-muted text-xs">{label}</dt>
            {records.slice(0, shownRecords).map(({ id, name, to, note }) => (
              <dd key={id} className="flex min-h-6 min-w-0 items-baseline justify-between gap-x-3">
                {to === null ? (
                  <span className="wrap-anywhere max-w-44 shrink-0">{name}</span>
                ) : (
                  <Link to={to} className="link wrap-anywhere max-w-44 shrink-0 leading-6">
                    {name}
                  </Link>
                )}
                {note !== undefined && (
                  <span className="figures min-w-0 text-right text-secondary text-xs">{note}</span>
                )}
              </dd>
            ))}
            {records.length > shownRecords && (
              <dd className="text-muted text-xs">and {(records.length - shownRecords).toLocaleString()} more</dd>
            )}
          </div>
        ))}
      </dl>
    </Card>
  )
}
