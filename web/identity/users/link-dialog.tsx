import { CopyField } from '#web/identity/public/copy-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'

type LinkDialogProps = { title: string; description: string; url: string; close: () => void }

/** Shows a secret link once, to be handed over. */
export function LinkDialog({ title, description, url, close }: LinkDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={title} description={description}>
      <DialogBody>
        <CopyField label="Link" value={url} help="It works once, expires in 24 hours and is shown only now." />
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
