import { Package as PackageIcon } from 'lucide-react'
import { useState } from 'react'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { packageKindNames } from '#shared/logistics/shipments/packages.ts'
import { whyNotPacked } from '#shared/logistics/shipments/shipment-transitions.ts'
import { useCan } from '#web/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PackagesDialog } from './packages-dialog.tsx'

/** The packages of a shipment. */
export function ShipmentPackages({ shipment }: { shipment: Shipment }) {
  const { shipmentPackages, lines } = shipment
  const [isOpen, setOpen] = useState(false)
  const mayPack = useCan('shipping.edit') && !whyNotPacked(shipment)
  const lineOf = new Map(lines.map((line) => [line.id, line]))
  return (
    <Card
      title="Packages"
      action={
        mayPack && (
          <Button size="sm" onClick={() => setOpen(true)}>
            <PackageIcon aria-hidden />
            {shipmentPackages.length === 0 ? 'Pack' : 'Edit packages'}
          </Button>
        )
      }
    >
      {shipmentPackages.length === 0 ? (
        <p className="text-muted">{whyNotPacked(shipment) ? 'No packages recorded.' : 'Not packed yet.'}</p>
      ) : (
        <ol className="flex flex-col divide-y divide-line">
          {shipmentPackages.map(({ id, number, kind, weight, isCold, code, loadedAt, contents }) => (
            <li key={id} className="py-3 first:pt-0 last:pb-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-medium">
                  {number}. {packageKindNames[kind]}
                </span>
                {weight && <span className="figures text-secondary">{weight} kg</span>}
                {isCold && <Badge tone="info">Cold</Badge>}
                {loadedAt && <Badge tone="good">Loaded</Badge>}
                <code className="ml-auto text-muted text-xs">{code}</code>
              </p>
              {contents.length > 0 && (
                <ul className="mt-1 text-secondary text-table">
                  {contents.map(({ lineId, quantity }) => {
                    const line = lineOf.get(lineId)
                    return (
                      <li key={lineId} className="figures">
                        {quantity.toLocaleString()} × {line?.product.name}
                        {line && !line.lot.isNone && `, lot ${line.lot.number}`}
                      </li>
                    )
                  })}
                </ul>
              )}
            </li>
          ))}
        </ol>
      )}
      {isOpen && <PackagesDialog shipment={shipment} close={() => setOpen(false)} />}
    </Card>
  )
}
