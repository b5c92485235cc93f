import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { discardCount, sendUnsentCounts, useUnsentCounts } from './unsent-shelf-counts.ts'

/** Counts on this device that the server has not accepted: they wait for a connection, or for a decision. */
export function UnsentCountsNotice() {
  const unsent = useUnsentCounts()
  return unsent.map((count) =>
    count.problem === undefined ? (
      <Notice
        key={count.countId}
        tone="warn"
        title={`${count.shelfName}: waiting to send`}
        action={<Button onClick={sendUnsentCounts}>Send now</Button>}
      >
        Counted <RelativeTime at={count.countedAt} />. It is kept on this device and sent once there is a connection.
      </Notice>
    ) : (
      <Notice
        key={count.countId}
        tone="bad"
        title={`${count.shelfName}: the count was not accepted`}
        action={<Button onClick={() => void discardCount(count.countId)}>Discard count</Button>}
      >
        {count.problem}
      </Notice>
    ),
  )
}
