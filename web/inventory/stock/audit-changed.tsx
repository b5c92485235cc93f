import type { ChangedMeanwhile } from '#shared/inventory/stock/audits-api.ts'
import { changeText, effectName } from './movement-columns.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

type AuditMovedProps = { moved: ChangedMeanwhile; onKeep: () => void; onAgain: () => void }

/** Shows the movements between the count and its posting, and offers to keep the count or to count again. */
export function AuditChanged({ moved, onKeep, onAgain }: AuditMovedProps) {
  return (
    <Notice tone="warn" title="Stock has changed since the count">
      <p>Nothing was posted. Changes since then:</p>
      <ul className="my-2 flex flex-col gap-1 text-primary">
        {moved.movements.slice(0, 8).map((movement) => (
          <li key={movement.id}>
            {effectName(movement)} {movement.document.number} <strong>{changeText(movement)}</strong>{' '}
            <span className="text-muted">
              {movement.actor ?? 'System'}, <RelativeTime at={movement.at} />
            </span>
          </li>
        ))}
        {moved.movements.length > 8 && <li>and {moved.movements.length - 8} more</li>}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onAgain}>
          Count again
        </Button>
        <Button size="sm" variant="ghost" onClick={onKeep}>
          My count is newer
        </Button>
      </div>
    </Notice>
  )
}
