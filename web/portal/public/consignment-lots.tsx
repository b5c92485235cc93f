import type { Consignment } from '#shared/portal/consignment-api.ts'
import { formatDay } from '#shared/format-day.ts'

/** Consignment stock by lot. */
export function ConsignmentLots({ lots }: Pick<Consignment, 'lots'>) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {lots.map(({ lotId, product, lotNumber, expiryDate, onHand }) => (
        <li key={lotId} className="flex items-start gap-4 py-2">
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere font-medium">{product.name}</p>
            {lotNumber && (
              <p className="wrap-anywhere text-muted text-table">
                Lot {lotNumber}
                {expiryDate && `, exp. ${formatDay(expiryDate)}`}
              </p>
            )}
          </div>
          <p className="figures shrink-0">{onHand.toLocaleString('en')} there</p>
        </li>
      ))}
    </ul>
  )
}
