import { type Return, returnsApi } from '#shared/sales/returns/api.ts'
import { addressOf } from '#web/api/address.ts'
import { ProofPhotos } from '#web/logistics/public/proof-photos.tsx'
import { PhotoList } from '#web/sales/public/photo-list.tsx'
import { Card } from '#web/ui/card.tsx'

/** The customer's photos of the returned goods. */
export function ReturnPhotos({ found }: { found: Return }) {
  return (
    <Card title="Photos" help="Sent by the customer.">
      <PhotoList
        photos={found.photos}
        of={found.number}
        addressOf={(photoId) => addressOf(returnsApi.getReturnPhoto, { params: { id: found.id, photoId } })}
      />
    </Card>
  )
}

/** The driver's photos of a delivery that the customer refused. */
export function DeliveryPhotos({ found }: { found: Return }) {
  return (
    <Card title="Photos from the delivery" help="Taken by the driver at the door.">
      <ProofPhotos files={found.deliveryPhotos} of={found.number} />
    </Card>
  )
}
