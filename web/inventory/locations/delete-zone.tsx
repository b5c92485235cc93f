import { useState } from 'react'
import { toast } from 'sonner'
import { type LocationDetail, placesApi, type Zone } from '#shared/inventory/locations/api.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { offerUndo } from '#web/forms/undo-deletion.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Confirms the deletion of a zone. The same request moves its goods to another zone or to none. */
export function DeleteZone({ location, zone, close }: { location: LocationDetail; zone: Zone; close: () => void }) {
  const { id, name } = zone
  const [moveTo, setMoveTo] = useState('none')
  const remove = useApiMutation(placesApi.deleteZone, {
    errors: 'page',
    onSuccess: () => {
      close()
      // Undo would restore only the zone, without its goods.
      if (zone.kept > 0)
        toast.success(`${name} deleted; its goods are now in ${moveTo === 'none' ? 'no zone' : 'another zone'}`)
      else offerUndo({ kind: 'zone', id, name })
    },
  })
  const { error } = remove
  const itemsText = zone.kept === 1 ? '1 item is' : `${zone.kept.toLocaleString()} items are`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="sm"
      title={`Delete ${name}?`}
      description={
        zone.kept > 0
          ? `${itemsText} kept in this zone. Their stock stays at ${location.name}. Choose their new zone.`
          : 'You can undo this now, or restore it later from the deleted items.'
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          remove.submit({ params: { id: location.id, zoneId: id }, query: zone.kept > 0 ? { moveTo } : {} })
        }}
      >
        <DialogBody>
          {error && !isReportedGlobally(error) && <Notice tone="bad">{error.message}</Notice>}
          {zone.kept > 0 && (
            <SelectField label="Move its goods to" value={moveTo} onChange={(event) => setMoveTo(event.target.value)}>
              <option value="none">No zone</option>
              {location.zones
                .filter((other) => other.id !== id)
                .map((other) => (
                  <option key={other.id} value={other.id}>
                    {other.name}
                  </option>
                ))}
            </SelectField>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="danger" busy={remove.isPending}>
            {zone.kept > 0 ? 'Move goods and delete' : 'Delete zone'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
