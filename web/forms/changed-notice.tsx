import { refreshed } from '#web/api/refresh.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type ChangedNoticeProps = {
  title?: string
  /** States what was not done: "Nothing was reversed." */
  children: string
  onSeen: () => void
}

/** Someone else changed the record first: nothing was done, and nothing that was typed is lost. */
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
