import { useEffect, useRef } from 'react'
import { trackingApi, trackingDaysAfterDelivery } from '#shared/logistics/tracking/api.ts'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { CopyField } from '#web/identity/public/copy-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** Creates a link by which the customer tracks the delivery without a login. Earlier links stay valid. */
export function TrackingLinkDialog({ shipment, close }: { shipment: Shipment; close: () => void }) {
  const create = useApiMutation(trackingApi.createTrackingLink, { errors: 'page' })
  const { submit } = create
  const isRequested = useRef(false)
  useEffect(() => {
    if (isRequested.current) return
    isRequested.current = true
    submit({ params: { id: shipment.id } })
  }, [submit, shipment.id])
  return (
    <Dialog
      open
      size="sm"
      title="Tracking link"
      description={`Whoever has the link can follow ${shipment.number}. It expires ${trackingDaysAfterDelivery} days after delivery.`}
      onOpenChange={(open) => !open && close()}
    >
      <DialogBody>
        {create.error && <Notice tone="bad">{create.error.message}</Notice>}
        {create.data ? (
          <CopyField label="Link for the customer" value={create.data.url} />
        ) : (
          !create.error && <SkeletonText lines={2} />
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={close}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
