import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { type LocationDetail, placesApi } from '#shared/inventory/locations/api.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useApiQuery } from '#web/api/query.ts'
import { ConsigneeDialog } from './consignee-dialog.tsx'
import { DeleteLocation } from './delete-location.tsx'
import { LocationStock } from './location-stock.tsx'
import { LocationZones } from './location-zones.tsx'
import { LabelButton } from '#web/inventory/public/label-button.tsx'
import { paths } from '#web/paths.ts'
import { LocationDialog } from '#web/inventory/public/location-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, Figure } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { locationPlace } from '#web/records/record-places.ts'

export const record = placesApi.getLocation

/** A warehouse or factory: its zones and its stock. */
export default function LocationPage() {
  const { id = '' } = useParams()
  const location = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={location} place={locationPlace}>
      {(found) => <LocationView location={found} />}
    </RecordGate>
  )
}

function LocationView({ location }: { location: LocationDetail }) {
  const [open, setOpen] = useState<'edit' | 'delete' | 'consignee'>()
  const navigate = useNavigate()
  const [mayEdit, mayDelete] = [useCan('inventory.edit'), useCan('inventory.delete')]
  const seesCustomers = useCan('crm.view')
  const { currency } = useSettings()
  const stock = useListParams(placesApi.listStanding)
  const close = () => setOpen(undefined)
  const { latitude, longitude } = location
  return (
    <>
      <PageHeader
        title={location.name}
        status={<Badge>{location.type}</Badge>}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.locations}>Locations & zones</Link>
          </Breadcrumbs>
        }
        menu={
          <>
            {mayDelete && (
              <Menu>
                <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setOpen('delete')}>
                  Delete
                </MenuItem>
              </Menu>
            )}
            <LabelButton labels={[{ type: 'location', id: location.id }]} />
            {mayEdit && <Button onClick={() => setOpen('edit')}>Edit</Button>}
          </>
        }
      />
      <Card>
        <div className="grid grid-cols-4 gap-6 max-md:grid-cols-2">
          <Figure label="Items here" value={location.items.toLocaleString()} />
          <Figure
            label="Pieces on hand"
            value={location.onHand.toLocaleString()}
            note={`${location.committed.toLocaleString()} reserved`}
          />
          <Figure label={`Value at cost, ${currency}`} value={formatDecimalInput(location.value, 2)} />
          <Figure
            label="Items in no zone"
            value={location.unzoned.toLocaleString()}
            note={`${location.zones.length.toLocaleString()} ${location.zones.length === 1 ? 'zone' : 'zones'}`}
          />
        </div>
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-6 max-2xl:grid-cols-1">
        <LocationStock location={location} list={stock} />
        <div className="flex min-w-0 flex-col gap-6 max-2xl:order-first max-2xl:grid max-2xl:grid-cols-2 max-2xl:items-start max-lg:grid-cols-1">
          <LocationZones location={location} onShow={(zone) => stock.filter('zone').onChange(zone)} />
          <Card
            title="Details"
            action={
              mayEdit &&
              seesCustomers && (
                <Button size="sm" onClick={() => setOpen('consignee')}>
                  Consignment…
                </Button>
              )
            }
          >
            <DescriptionList
              facts={[
                { label: 'Type', value: location.type },
                { label: 'Address', value: location.address },
                {
                  label: 'Coordinates',
                  value:
                    latitude === null || longitude === null ? null : (
                      <Link
                        to={`${paths.locations}?view=map`}
                      >{`${latitude.toFixed(4)}, ${longitude.toFixed(4)}`}</Link>
                    ),
                  numeric: true,
                },
                {
                  label: 'Default location for',
                  value: location.products === 1 ? '1 product' : `${location.products} products`,
                },
                { label: 'Description', value: location.description },
                {
                  label: 'Consignment at',
                  value: location.consignee && (
                    <Link className="link" to={paths.customer(location.consignee.id)}>
                      {location.consignee.name}
                    </Link>
                  ),
                },
              ]}
            />
          </Card>
        </div>
      </div>
      {open === 'edit' && <LocationDialog location={location} close={close} />}
      {open === 'consignee' && <ConsigneeDialog location={location} close={close} />}
      {open === 'delete' && (
        <DeleteLocation location={location} onDeleted={() => void navigate(paths.locations)} close={close} />
      )}
    </>
  )
}
