import { MapPinned, Plus } from 'lucide-react'
import { useState } from 'react'
import { type LocationDetail, type Zone, zonePurposeNames } from '#shared/inventory/locations/api.ts'
import { DeleteZone } from './delete-zone.tsx'
import { ZoneDialog } from './zone-dialog.tsx'
import { EditDeleteItems } from '#web/records/edit-delete-items.tsx'
import { useCan } from '#web/session/session.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

type Open = { act: 'add' } | { act: 'edit' | 'delete'; zone: Zone }
type LocationZonesProps = { location: LocationDetail; onShow: (zone: string) => void }

const toneOf: Partial<Record<Zone['purpose'], Tone>> = { cold: 'info', quarantine: 'warn', picking: 'good' }

/** The zones of a location with their stock; selecting a zone filters the stock. */
export function LocationZones({ location, onShow }: LocationZonesProps) {
  const [open, setOpen] = useState<Open>()
  const [mayEdit, mayDelete] = [useCan('inventory.edit'), useCan('inventory.delete')]
  const close = () => setOpen(undefined)
  const add = (
    <Button size="sm" onClick={() => setOpen({ act: 'add' })}>
      <Plus aria-hidden />
      Add zone
    </Button>
  )
  return (
    <Card title="Zones" flush {...(mayEdit && location.zones.length > 0 && { action: add })}>
      {location.zones.length === 0 ? (
        <EmptyState kind="nothing" title="No zones yet" className="py-8" action={mayEdit && add}>
          Divide the location into zones, such as racks, a cold room or a quarantine area.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {location.zones.map((zone) => (
            <li key={zone.id} className="flex items-center gap-3 px-5 py-3 max-md:px-4">
              <div className="flex min-w-0 flex-1 flex-col gap-0.5">
                <span className="flex flex-wrap items-center gap-2">
                  <button type="button" className="link text-left font-medium" onClick={() => onShow(zone.id)}>
                    {zone.name}
                  </button>
                  <Badge {...(toneOf[zone.purpose] && { tone: toneOf[zone.purpose] })}>
                    {zonePurposeNames[zone.purpose]}
                  </Badge>
                </span>
                {zone.description && <span className="text-muted text-xs">{zone.description}</span>}
              </div>
              <span className="figures shrink-0 text-right text-table">
                {zone.onHand === 0 ? (
                  <span className="text-muted">Empty</span>
                ) : (
                  <>
                    {zone.onHand.toLocaleString()}{' '}
                    <span className="text-muted">
                      in {zone.items.toLocaleString()} {zone.items === 1 ? 'item' : 'items'}
                    </span>
                  </>
                )}
              </span>
              {(mayEdit || mayDelete) && (
                <Menu label={`Actions for ${zone.name}`}>
                  <MenuItem icon={<MapPinned aria-hidden />} onSelect={() => onShow(zone.id)}>
                    Show its goods
                  </MenuItem>
                  <EditDeleteItems mayEdit={mayEdit} mayDelete={mayDelete} onChoose={(act) => setOpen({ act, zone })} />
                </Menu>
              )}
            </li>
          ))}
        </ul>
      )}
      {open?.act === 'add' && <ZoneDialog locationId={location.id} close={close} />}
      {open?.act === 'edit' && <ZoneDialog locationId={location.id} zone={open.zone} close={close} />}
      {open?.act === 'delete' && <DeleteZone location={location} zone={open.zone} close={close} />}
    </Card>
  )
}
