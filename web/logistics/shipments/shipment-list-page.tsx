import { Route as RouteIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useListLayout } from '#web/lists/use-list-layout.tsx'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { NoMatch } from '#web/lists/no-match.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { useShipmentBulkActions } from './shipment-bulk-actions.tsx'
import { shipmentColumns } from './shipment-columns.tsx'
import { ShipmentFilters } from './shipment-filters.tsx'
import { ShipmentMap } from './shipment-map.tsx'

export const listed = shipmentsApi.listShipments

/** The list of shipments in all statuses. */
export default function ShipmentListPage() {
  const list = useListParams(shipmentsApi.listShipments)
  const shipments = useApiQuery(shipmentsApi.listShipments, { query: list.query }, { keepPrevious: true })
  const { search } = useLocation()
  const { view, viewSwitch } = useListLayout(['list', 'map'])
  const { table, tools, viewTools, bulk } = useListPage(
    'shipments',
    list,
    shipments,
    shipmentColumns,
    useShipmentBulkActions(),
  )
  const isEmpty = list.isEmpty(shipments)
  return (
    <>
      <PageHeader
        title="Shipping"
        action={
          <Button asChild>
            <Link to={paths.deliveryStatus}>
              <RouteIcon aria-hidden />
              Delivery status
            </Link>
          </Button>
        }
      />
      <ShipmentFilters
        list={list}
        rows={shipments.data?.data ?? []}
        total={list.total(shipments)}
        tools={
          <>
            {viewSwitch}
            {view === 'list' ? tools : viewTools}
          </>
        }
      />
      {view === 'map' && !isEmpty ? (
        <ShipmentMap query={list.query} search={search} />
      ) : (
        <DataTable
          {...table}
          label="Shipments"
          rowId={({ id }) => id}
          rowHref={({ id }) => paths.shipment(id)}
          renderLink={({ href, ...link }) => <Link to={href} state={{ list: search }} {...link} />}
          empty={
            isEmpty ? (
              <EmptyState
                kind="nothing"
                title="No shipments yet"
                action={
                  <Button asChild>
                    <Link to={paths.orders}>Go to sales orders</Link>
                  </Button>
                }
              >
                An order that is marked ready to ship gets its shipment here.
              </EmptyState>
            ) : (
              <NoMatch many="shipments" onClear={list.clearAll}>
                Try another status, day or fewer letters.
              </NoMatch>
            )
          }
        />
      )}
      {view === 'list' && bulk}
    </>
  )
}
