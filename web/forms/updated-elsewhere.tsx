import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type UpdatedElsewhereProps = {
  /** What is being edited, with its word before it: "this product". */
  what: string
  /** What was typed stands, and the notice goes; undefined as long as nothing was typed. */
  onKeep: (() => void) | undefined
  onShow: () => void
}

/** Above a form whose record somebody else has saved meanwhile: nothing of what was typed is touched. */
export function UpdatedElsewhere({ what, onKeep, onShow }: UpdatedElsewhereProps) {
  return (
    <Notice
      title="Updated elsewhere"
      action={
        <>
          {onKeep && (
            <Button size="sm" variant="ghost" onClick={onKeep}>
              Keep mine
            </Button>
          )}
          <Button size="sm" onClick={onShow}>
            Show changes
          </Button>
        </>
      }
    >
      Somebody saved {what} meanwhile.{onKeep && ' Your changes are kept.'}
    </Notice>
  )
}
