import { useState } from 'react'
import { toast } from 'sonner'
import { type LocationDetail, placesApi, type LotOnHand } from '#shared/inventory/locations/api.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

type KeepDialogProps = {
  location: LocationDetail
  lots: readonly LotOnHand[]
  onSaved: () => void
  close: () => void
}

/** Asks for the zone of the selected goods. Nothing is posted: they stay at the location. */
export function ZoneGoodsDialog({ location, lots, onSaved, close }: KeepDialogProps) {
  const current = new Set(lots.map(({ zone }) => zone?.id ?? ''))
  const [zoneId, setZoneId] = useState(current.size === 1 ? [...current].join('') : '')
  const hasLots = lots.some(({ id, item }) => id !== item.id)
  const [isWhole, setWhole] = useState(true)
  const keep = useApiMutation(placesApi.keepGoods, {
    errors: 'page',
    onSuccess: () => {
      const zone = location.zones.find(({ id }) => id === zoneId)
      toast.success(zone ? `Kept in ${zone.name} now` : 'Zone removed')
      onSaved()
      close()
    },
  })
  const count = new Set(lots.map(({ item }) => item.id)).size
  const name = count === 1 ? (lots[0]?.item.name ?? '') : `${count} items`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="sm"
      title={`Choose the zone of ${name}`}
      description={`No stock is moved: it stays at ${location.name}.`}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const goods = lots.map(({ id, item }) =>
            isWhole || id === item.id ? { itemId: item.id } : { itemId: item.id, lotId: id },
          )
          keep.submit({ params: { id: location.id }, body: { zoneId: zoneId || null, goods } })
        }}
      >
        <DialogBody>
          {keep.error && !isReportedGlobally(keep.error) && <Notice tone="bad">{keep.error.message}</Notice>}
          <SelectField label="Zone" value={zoneId} onChange={(event) => setZoneId(event.target.value)}>
            <option value="">No zone</option>
            {location.zones.map((zone) => (
              <option key={zone.id} value={zone.id}>
                {zone.name}
              </option>
            ))}
          </SelectField>
          {hasLots && (
            <CheckboxField
              label="All lots, including future ones"
              help="Otherwise only the selected lots are assigned."
              checked={isWhole}
              onChange={(event) => setWhole(event.target.checked)}
            />
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={keep.isPending}>
            Assign zone
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
