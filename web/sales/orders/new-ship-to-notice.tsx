import { addressLine } from '#shared/crm/partners/postal-address.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { shipToApi } from '#shared/sales/orders/ship-to-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

/** A delivery address that the customer entered with the order: staff add it to the customer or leave it to this order. */
export function NewShipToNotice({ order: { id, account, shipTo, newShipTo } }: { order: Order }) {
  const mayEdit = useCan('salesOrders.edit')
  const mayAdd = useCan('crm.edit')
  const add = useApiMutation(shipToApi.addNewShipTo, { successMessage: () => `Address added to ${account.name}` })
  const dismiss = useApiMutation(shipToApi.dismissNewShipTo, {
    successMessage: () => 'Address kept for this order only',
  })
  if (newShipTo !== 'open') return null
  return (
    <Notice
      title="New address from the customer"
      action={
        mayEdit && (
          <>
            {mayAdd && (
              <Button size="sm" busy={add.isPending} onClick={() => add.submit({ params: { id } })}>
                Add to addresses
              </Button>
            )}
            <Button
              size="sm"
              variant="ghost"
              busy={dismiss.isPending}
              onClick={() => dismiss.submit({ params: { id } })}
            >
              Ignore
            </Button>
          </>
        )
      }
    >
      {unbrokenAddress(addressLine(shipTo))}
    </Notice>
  )
}
