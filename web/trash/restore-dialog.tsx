import { type ReactNode, useCallback, useState } from 'react'
import { toast } from 'sonner'
import { deletedApi, type DeletedItem } from '#shared/reports/deleted-api.ts'
import { type DeletedKind, deletedKinds } from '#shared/reports/deleted-kinds.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { showError } from '#web/api/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'

type Needed = { kind: DeletedKind; id: string; name: string }
/** What prevents the restore, to be resolved in the dialog. */
type Obstacle =
  | { item: DeletedItem; needs: readonly Needed[] }
  | { item: DeletedItem; taken: { label: string; value: string }; withParents: boolean }

/** Restores a record at once; opens a dialog only if its name is taken by now, or a record that it belongs to is deleted too. */
export function useRestore(): { start: (item: DeletedItem) => void; dialog: ReactNode } {
  const [item, setItem] = useState<DeletedItem>()
  const [obstacle, setObstacle] = useState<Obstacle>()
  const restore = useApiMutation(deletedApi.restore, {
    errors: 'page',
    onSuccess: ({ restored }) => {
      setObstacle(undefined)
      const names = restored.map(({ name }) => name)
      toast.success(`${names.at(-1)} restored${names.length > 1 ? `, with ${names.slice(0, -1).join(', ')}` : ''}`)
    },
    onError: (error, sent) => {
      const details = (error.details ?? {}) as { needs?: Needed[]; label?: string; value?: string }
      if (!item) return
      if (details.needs) return setObstacle({ item, needs: details.needs })
      const { label, value } = details
      const withParents = sent.body?.withParents ?? false
      if (label && value) return setObstacle({ item, taken: { label, value }, withParents })
      setObstacle(undefined)
      showError(error)
    },
  })
  const { submit } = restore
  const start = useCallback(
    (chosen: DeletedItem) => {
      setItem(chosen)
      submit({ params: { kind: chosen.kind, id: chosen.id }, body: {} })
    },
    [submit],
  )
  const close = () => setObstacle(undefined)
  if (!obstacle) return { start, dialog: null }
  const params = { kind: obstacle.item.kind, id: obstacle.item.id }
  const dialog =
    'needs' in obstacle ? (
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && close()}
        title={`Restore ${obstacle.item.name} with what it belongs to?`}
        confirmLabel="Restore all"
        busy={restore.isPending}
        onConfirm={() => submit({ params, body: { withParents: true } })}
      >
        These are deleted as well and will be restored with it:
        <ul className="mt-2 list-disc pl-5 text-primary">
          {obstacle.needs.map((one) => (
            <li key={one.id}>
              {one.name} <span className="text-muted">({deletedKinds[one.kind].label.toLowerCase()})</span>
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    ) : (
      <OtherName
        key={obstacle.taken.value}
        {...obstacle}
        busy={restore.isPending}
        close={close}
        onSubmit={(as) => submit({ params, body: { as, withParents: obstacle.withParents } })}
      />
    )
  return { start, dialog }
}

type OtherNameProps = {
  item: DeletedItem
  taken: { label: string; value: string }
  busy: boolean
  onSubmit: (name: string) => void
  close: () => void
}

function OtherName({ item, taken, busy, onSubmit, close }: OtherNameProps) {
  const [name, setName] = useState(taken.value)
  const isSame = name.trim().toLowerCase() === taken.value.toLowerCase()
  const problem = name.trim() === '' ? `${taken.label} is required` : isSame ? `${taken.label} is taken` : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="sm"
      title={`Restore ${item.name}`}
      description={`Another ${deletedKinds[item.kind].label.toLowerCase()} now uses this ${taken.label}. Enter a different one.`}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!problem) onSubmit(name.trim())
        }}
      >
        <DialogBody>
          <TextField
            label={taken.label}
            required
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
            {...(problem && { error: problem })}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Restore
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
