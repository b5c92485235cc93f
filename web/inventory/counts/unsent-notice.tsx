import { discardEntry, resend, sendNow, type Unsent, useIsOffline } from './unsent-counts.ts'
import { pieces } from './count-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type UnsentNoticeProps = { unsent: readonly Unsent[]; onShow: (lineId: string) => void }

/** Lists this device's entries that wait for a connection, and refused ones that need a decision. */
export function UnsentNotice({ unsent, onShow }: UnsentNoticeProps) {
  const isOffline = useIsOffline()
  const waiting = unsent.filter(({ refusal }) => refusal === null)
  return (
    <>
      {unsent.map((entry) => {
        if (!entry.refusal) return null
        return (
          <Notice
            key={entry.id}
            tone="bad"
            title={`Not saved: ${pieces(entry.counted)} of ${entry.label}`}
            action={
              <>
                {entry.refusal.standing !== null && <Button onClick={() => resend(entry)}>Save mine</Button>}
                <Button
                  onClick={() => {
                    discardEntry(entry)
                    onShow(entry.lineId)
                  }}
                >
                  Count again
                </Button>
                <Button variant="ghost" onClick={() => discardEntry(entry)}>
                  Discard
                </Button>
              </>
            }
          >
            {entry.refusal.message}
          </Notice>
        )
      })}
      {isOffline && waiting.length > 0 && (
        <Notice tone="warn" title="No connection" action={<Button onClick={() => void sendNow()}>Send now</Button>}>
          {waiting.length === 1 ? 'One entry is' : `${waiting.length} entries are`} stored on this device and sent once
          you are online. Keep counting.
        </Notice>
      )}
    </>
  )
}
