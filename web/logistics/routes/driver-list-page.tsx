import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { type DeliveryWindow, formatWindow } from '#shared/crm/partners/delivery-windows.ts'
import { type Driver, vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { DriverDialog } from './driver-dialog.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'

const columns: Column<Driver>[] = [
  { id: 'name', header: 'Driver', cell: ({ name }) => name },
  {
    id: 'phone',
    header: 'Phone',
    cell: ({ phone }) =>
      phone ? (
        <a href={`tel:${phone.replaceAll(' ', '')}`} className="link">
          {phone}
        </a>
      ) : (
        <span className="text-muted">–</span>
      ),
    phone: true,
  },
  { id: 'hours', header: 'Working hours', cell: ({ hours }) => <Hours hours={hours} />, phone: true },
  {
    id: 'vehicle',
    header: 'Default vehicle',
    cell: ({ vehicle }) => vehicle?.name ?? <span className="text-muted">–</span>,
    phone: true,
  },
]

const editColumn = (edit: (driver: Driver) => void): Column<Driver> => ({
  id: 'actions',
  header: 'Actions',
  hideHeader: true,
  align: 'end',
  phone: 'corner',
  cell: (driver) => (
    <Button size="sm" variant="ghost" onClick={() => edit(driver)} aria-label={`Edit ${driver.name}`}>
      Edit
    </Button>
  ),
})

/** The list of drivers: working hours and usual vehicle. */
export default function DriverListPage() {
  const drivers = useApiQuery(vehiclesApi.listDrivers, {})
  const mayEdit = useCan('routes.edit')
  const seesUsers = useCan('users.view')
  const [edited, setEdited] = useState<Driver>()
  const { error, isFetching, refetch } = drivers
  const shown = useMemo(() => (mayEdit ? [...columns, editColumn(setEdited)] : columns), [mayEdit])
  return (
    <>
      <PageHeader
        title="Drivers"
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.routes}>Routes</Link>
          </Breadcrumbs>
        }
      />
      <DataTable
        label="Drivers"
        columns={shown}
        rows={drivers.data?.data}
        rowId={({ id }) => id}
        busy={isFetching}
        error={
          error && !drivers.data && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        }
        empty={
          <EmptyState
            kind="nothing"
            title="No drivers yet"
            action={
              seesUsers && (
                <Button asChild>
                  <Link to={paths.users}>Go to user management</Link>
                </Button>
              )
            }
          >
            Drivers are users with the role driver.
          </EmptyState>
        }
      />
      {edited && <DriverDialog driver={edited} close={() => setEdited(undefined)} />}
    </>
  )
}

/** "Mon–Fri 08:00–17:00", one line per window. */
function Hours({ hours }: { hours: readonly DeliveryWindow[] }) {
  if (hours.length === 0) return <span className="text-muted">Mon–Fri 08:00–17:00 (default)</span>
  return (
    <span className="figures flex flex-col">
      {hours.map((window) => (
        <span key={formatWindow(window)}>{formatWindow(window)}</span>
      ))}
    </span>
  )
}
