import { formatWindow } from '#shared/crm/partners/delivery-windows.ts'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { Card } from '#web/ui/card.tsx'
import { SchematicMap } from '#web/ui/map/schematic-map.tsx'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

/** The destination, its delivery windows, and the note for the driver. */
export function ShipmentPlace({ shipment }: { shipment: Shipment }) {
  const { id, account, address, latitude, longitude, phone, deliveryWindows, deliveryNote } = shipment
  return (
    <Card title="Deliver to">
      <address className="whitespace-pre-line text-pretty not-italic">
        <span className="font-medium">{account.name}</span>
        {address ? unbrokenAddress(`\n${address}`) : <span className="block text-muted">No address</span>}
      </address>
      {phone && (
        <p className="mt-1">
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className="link">
            {phone}
          </a>
        </p>
      )}
      <h3 className="mt-4 text-muted text-xs">Delivery windows</h3>
      {deliveryWindows.length > 0 ? (
        <ul className="mt-1">
          {deliveryWindows.map((one) => (
            <li key={formatWindow(one)}>{formatWindow(one)}</li>
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-secondary">Any time</p>
      )}
      {deliveryNote && (
        <>
          <h3 className="mt-4 text-muted text-xs">Delivery instructions</h3>
          <p className="mt-1 whitespace-pre-line text-pretty break-words text-secondary">{deliveryNote}</p>
        </>
      )}
      {latitude !== null && longitude !== null ? (
        <div data-chrome className="mt-4">
          <SchematicMap
            maxZoom={13}
            label="Map of the address"
            className="h-56"
            points={[{ id, latitude, longitude, label: account.name, weight: 0.5, shape: 'circle' }]}
            onOpen={() => window.open(`geo:${latitude},${longitude}`)}
          />
          <p className="mt-1 text-muted text-xs">
            {latitude.toFixed(5)}, {longitude.toFixed(5)}
          </p>
        </div>
      ) : (
        <p className="mt-4 text-muted text-xs">Not on the map: the address has no coordinates.</p>
      )}
    </Card>
  )
}
