import { useState } from 'react'
import { toast } from 'sonner'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { offerUndo } from '#web/forms/undo-deletion.ts'
import { UsedBy, usesOf } from '#web/forms/used-by.tsx'
import { type LocationOption, OwnLocationPicker } from '#web/inventory/public/location-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

type DeleteLocationProps = {
  location: { id: string; name: string; products: number }
  onDeleted?: () => void
  close: () => void
}

/** Confirms the deletion of a location. The same request moves its items' default location; its stock must be moved first. */
export function DeleteLocation({ location, onDeleted, close }: DeleteLocationProps) {
  const { id, name } = location
  const [to, setTo] = useState<LocationOption | null>(null)
  const remove = useApiMutation(inventoryApi.deleteLocation, {
    errors: 'page',
    onSuccess: (_reply, sent) => {
      close()
      onDeleted?.()
      // Undo would restore only the location, without its items.
      if (sent.query?.moveTo) toast.success(`${name} deleted; the default location of its items is now ${to?.label}`)
      else offerUndo({ kind: 'location', id, name })
    },
  })
  const { error } = remove
  const uses = usesOf(error)
  // Raw materials and kits have a default location too: only the server's refusal shows whether some do.
  const isHome = location.products > 0 || error?.message.includes('home') === true
  const isSame = to?.id === id
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="sm"
      title={`Delete ${name}?`}
      description="Locations with stock or open documents cannot be deleted. Transfer the stock and close the documents first. You can undo the deletion now, or restore the location later from the deleted items."
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSame) remove.submit({ params: { id }, query: to ? { moveTo: to.id } : {} })
        }}
      >
        <DialogBody>
          {error && !isReportedGlobally(error) && (
            <Notice tone="bad">
              {error.message}
              {uses && <UsedBy {...uses} />}
            </Notice>
          )}
          {isHome && (
            <OwnLocationPicker
              label="New default location of its items"
              creatable
              value={to}
              onChange={setTo}
              {...(isSame && { error: 'Choose a different location' })}
            />
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="danger" busy={remove.isPending} disabled={isSame}>
            {to ? 'Move items and delete' : 'Delete location'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
