import { refreshed } from '#web/api/refresh.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type ChangedNoticeProps = {
  title?: string
  /** What did not happen: "Nothing was reversed." */
  children: string
  onSeen: () => void
}

/** Somebody was faster: nothing is done to what was not seen, and nothing that was typed is lost. */
export function ChangedNotice({ title = 'Changed by someone else', children, onSeen }: ChangedNoticeProps) {
  return (
    <Notice
      tone="warn"
      title={title}
      action={
        <Button size="sm" onClick={() => void refreshed().then(onSeen)}>
          Show changes
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
