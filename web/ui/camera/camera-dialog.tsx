import { type FormEvent, useState } from 'react'
import { CameraView } from './camera-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'

export type CameraDialogProps = { title?: string; onCode: (code: string) => void; close: () => void }

/** Scans one code with the camera; without a camera the code can be typed. */
export default function CameraDialog({ title = 'Scan a code', onCode, close }: CameraDialogProps) {
  const [typed, setTyped] = useState('')
  function take(code: string) {
    navigator.vibrate?.(60)
    close()
    onCode(code)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (typed.trim() !== '') take(typed.trim())
  }
  return (
    <Dialog open onOpenChange={close} title={title} size="sm">
      <DialogBody>
        <CameraView onCode={take} />
        <form noValidate onSubmit={submit} className="flex items-end gap-2">
          <TextField
            label="Or type it"
            className="min-w-0 flex-1"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="Barcode, SKU or number"
            data-scan="keep"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" variant="primary">
            Look up
          </Button>
        </form>
      </DialogBody>
    </Dialog>
  )
}
