import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { CheckboxField, SwitchField } from '#web/ui/choice-field.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'

export type ListView = {
  all: readonly { id: string; label: string }[]
  /** Ids of the columns shown, in their order. */
  shown: readonly string[]
  compact: boolean
  isOwn: boolean
  /** The menu of saved views. */
  savedViews?: ReactNode
  show: (ids: readonly string[]) => void
  setCompact: (on: boolean) => void
  reset: () => void
}

/** The button that opens the columns dialog. */
export function ListViewButton({ view }: { view: ListView }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      {view.savedViews}
      <IconButton label="Columns and density" variant="secondary" onClick={() => setOpen(true)}>
        <Columns3 aria-hidden />
      </IconButton>
      {open && <ListViewDialog view={view} close={() => setOpen(false)} />}
    </>
  )
}

/** Sets which columns a list shows, their order and the row density; changes apply at once. */
function ListViewDialog({ view, close }: { view: ListView; close: () => void }) {
  const { all, shown, compact, isOwn, show, setCompact, reset } = view
  const [liveMessage, setLiveMessage] = useState('')
  const labelOf = (id: string) => all.find((column) => column.id === id)?.label ?? id
  const hidden = all.filter((column) => !shown.includes(column.id))
  function move(at: number, step: number) {
    const id = shown[at]
    if (id === undefined) return
    show(shown.toSpliced(at, 1).toSpliced(at + step, 0, id))
    setLiveMessage(`${labelOf(id)} is now column ${at + step + 2}`)
  }
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && close()}
      title="Columns and density"
      description="Saved with your account only."
    >
      <DialogBody>
        <SwitchField label="Compact rows" checked={compact} onCheckedChange={setCompact} />
        <ul aria-label="Columns" className="flex flex-col border-line border-t pt-2">
          {shown.map((id, at) => (
            <li key={id} className="flex min-h-9 items-center gap-1">
              <CheckboxField
                label={labelOf(id)}
                className="flex-1"
                checked
                onChange={() => show(shown.filter((other) => other !== id))}
              />
              <IconButton size="sm" label={`Move ${labelOf(id)} up`} disabled={at === 0} onClick={() => move(at, -1)}>
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                size="sm"
                label={`Move ${labelOf(id)} down`}
                disabled={at === shown.length - 1}
                onClick={() => move(at, 1)}
              >
                <ArrowDown aria-hidden />
              </IconButton>
            </li>
          ))}
          {hidden.map(({ id, label }) => (
            <li key={id} className="flex min-h-9 items-center">
              <CheckboxField label={label} checked={false} onChange={() => show([...shown, id])} />
            </li>
          ))}
        </ul>
        <p role="status" className="sr-only">
          {liveMessage}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button disabled={!isOwn} onClick={reset}>
          Reset
        </Button>
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
