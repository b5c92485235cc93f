import { useState } from 'react'
import { type LocationDetail, placesApi } from '#shared/inventory/locations/api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { CustomerPicker, type CustomerOption } from '#web/crm/public/customer-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Assigns a location to a customer, which makes its stock consignment stock. Mount it to open it. */
export function ConsigneeDialog({ location, close }: { location: LocationDetail; close: () => void }) {
  const [customer, setCustomer] = useState<CustomerOption | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const save = useApiMutation(placesApi.setConsignee, {
    errors: 'page',
    onError: setError,
    onSuccess: close,
    successMessage: ({ consignee }) =>
      consignee ? `This is a consignment location of ${consignee.name}` : 'This is no longer a consignment location',
  })
  const submit = (accountId: string | null) => {
    setError(null)
    save.submit({ params: { id: location.id }, body: { accountId }, version: location.version })
  }
  const { consignee } = location
  return (
    <Dialog
      open
      onOpenChange={close}
      size="sm"
      title="Consignment location"
      description="Its stock stays yours and isn’t available to other orders. This can be changed only while nothing is here."
    >
      <DialogBody>
        {consignee ? (
          <p>The stock here is at {consignee.name}.</p>
        ) : (
          <CustomerPicker label="Customer" required value={customer} onChange={setCustomer} />
        )}
        {error && <Notice tone="bad">{error.message}</Notice>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        {consignee ? (
          <Button variant="danger" busy={save.isPending} onClick={() => submit(null)}>
            End consignment
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={save.isPending}
            disabled={!customer}
            onClick={() => customer && submit(customer.id)}
          >
            Save
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}
