import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type UpdatedElsewhereProps = {
  /** The record being edited: "this product". */
  what: string
  /** Keeps what was typed and hides the notice; undefined while nothing was typed. */
  onKeep: (() => void) | undefined
  onShow: () => void
}

/** Notice above a form: someone else has saved the record meanwhile. The form itself stays unchanged. */
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
