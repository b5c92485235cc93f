import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { type Vehicle, vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { call } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/query.ts'
import { VehicleDialog } from './vehicle-dialog.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterBar } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { unbroken } from '#web/ui/table/unbroken-numbers.tsx'

export const listed = vehiclesApi.listVehicles

const unlimited = <span className="text-muted">No limit</span>

const columns: Column<Vehicle>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sortable: true },
  {
    id: 'plate',
    header: 'Plate',
    cell: ({ plate }) => (plate ? unbroken(plate) : <span className="text-muted">–</span>),
    phone: true,
  },
  {
    id: 'maxKg',
    header: 'Capacity, kg',
    cell: ({ maxKg }) => maxKg?.toLocaleString() ?? unlimited,
    align: 'end',
    phone: true,
  },
  {
    id: 'maxPackages',
    header: 'Capacity, packages',
    cell: ({ maxPackages }) => maxPackages?.toLocaleString() ?? unlimited,
    align: 'end',
    phone: true,
  },
  {
    id: 'hasColdBox',
    header: 'Cold box',
    cell: ({ hasColdBox }) =>
      hasColdBox ? <Badge tone="info">Cold box</Badge> : <span className="text-muted max-md:hidden">None</span>,
    phone: 'corner',
  },
  {
    id: 'notes',
    header: 'Notes',
    cell: ({ notes }) => <span className="line-clamp-2 text-secondary">{notes ?? '–'}</span>,
  },
]

type Open = { act: 'add' } | { act: 'edit' | 'delete'; vehicle: Vehicle }

/** The list of own vehicles: capacity, and whether they are refrigerated. */
export default function VehicleListPage() {
  const list = useListParams(vehiclesApi.listVehicles)
  const vehicles = useApiQuery(vehiclesApi.listVehicles, { query: list.query }, { keepPrevious: true })
  const [open, setOpen] = useState<Open>()
  const mayEdit = useCan('routes.edit')
  const mayDelete = useCan('routes.delete')
  const shown = useMemo(
    () => (mayEdit || mayDelete ? [...columns, actionsOf(mayEdit, mayDelete, setOpen)] : columns),
    [mayEdit, mayDelete],
  )
  const listPage = useListPage('vehicles', list, vehicles, shown, {
    route: vehiclesApi.listVehicles,
    nameOf: ({ name }) => name,
    one: 'vehicle',
    many: 'vehicles',
    acts: [
      mayDelete && {
        label: 'Delete',
        danger: true,
        deletes: 'vehicle',
        confirm:
          'Vehicles of planned routes are kept and listed. You can undo this now, or restore them later from the deleted items.',
        act: ({ id }, key) => call(vehiclesApi.deleteVehicle, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  })
  useShortcuts(mayEdit ? { n: () => setOpen({ act: 'add' }) } : {})
  const isEmpty = list.isEmpty(vehicles)
  const close = () => setOpen(undefined)
  const add = mayEdit && (
    <Button variant="primary" onClick={() => setOpen({ act: 'add' })}>
      <Plus aria-hidden />
      Add vehicle
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Vehicles"
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.routes}>Routes</Link>
          </Breadcrumbs>
        }
        action={add}
      />
      <FilterBar
        search={{ label: 'Search vehicles', ...list.search }}
        onClearAll={list.clearAll}
        total={list.total(vehicles)}
        tools={listPage.tools}
      />
      <DataTable
        {...listPage.table}
        label="Vehicles"
        rowId={({ id }) => id}
        empty={
          isEmpty ? (
            <EmptyState kind="nothing" title="No vehicles yet" action={add}>
              Routes warn when they exceed the capacity of their vehicle, and planning a day respects it.
            </EmptyState>
          ) : (
            <NoMatch many="vehicles" onClear={list.clearAll} cleared="search" />
          )
        }
      />
      {listPage.bulk}
      {open?.act === 'add' && <VehicleDialog close={close} />}
      {open?.act === 'edit' && <VehicleDialog vehicle={open.vehicle} close={close} />}
      {open?.act === 'delete' && (
        <DeleteDialog
          route={vehiclesApi.deleteVehicle}
          id={open.vehicle.id}
          kind="vehicle"
          what="vehicle"
          name={open.vehicle.name}
          close={close}
        >
          Past routes keep its name. You can undo this now, or restore it later from the deleted items.
        </DeleteDialog>
      )}
    </>
  )
}

function actionsOf(mayEdit: boolean, mayDelete: boolean, setOpen: (open: Open) => void): Column<Vehicle> {
  return {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    phone: 'corner',
    cell: (vehicle) => (
      <Menu label={`Actions for ${vehicle.name}`}>
        {mayEdit && <MenuItem onSelect={() => setOpen({ act: 'edit', vehicle })}>Edit</MenuItem>}
        {mayDelete && (
          <MenuItem danger onSelect={() => setOpen({ act: 'delete', vehicle })}>
            Delete
          </MenuItem>
        )}
      </Menu>
    ),
  }
}
