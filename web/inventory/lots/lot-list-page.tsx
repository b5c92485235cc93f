import { Printer } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { useLotBulkActions } from './lot-bulk-actions.tsx'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListPage } from '#web/lists/use-list-page.ts'
import { NoMatch } from '#web/lists/no-match.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { InventoryTabs } from '#web/inventory/public/inventory-tabs.tsx'
import { lotColumns } from './lot-columns.tsx'
import { LotFilters } from './lot-filters.tsx'
import { LotTotals } from './lot-totals.tsx'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

export const listed = lotsApi.listLots

/** The list of lots, first expiring first, with stock on hand and its cost. */
export default function LotListPage() {
  const list = useListParams(lotsApi.listLots)
  const lots = useApiQuery(lotsApi.listLots, { query: list.query }, { keepPrevious: true })
  const { currency } = useSettings()
  const columns = useMemo(() => lotColumns(currency), [currency])
  const listPage = useListPage('lots', list, lots, columns, useLotBulkActions())
  const isEmpty = list.isEmpty(lots)
  return (
    <>
      <PageHeader
        title="Lots & expiry"
        status={!isEmpty && <LotTotals chosen={list.filters.expiry} place="header" />}
        menu={
          !isEmpty && (
            <Button onClick={() => window.print()}>
              <Printer aria-hidden />
              Print
            </Button>
          )
        }
      />
      <InventoryTabs />
      <LotFilters list={list} total={list.total(lots)} tools={listPage.tools} />
      <DataTable
        {...listPage.table}
        label="Lots"
        rowId={(lot) => lot.id}
        rowHref={(lot) => paths.lot(lot.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        empty={
          isEmpty ? (
            <EmptyState
              kind="nothing"
              title="No lots on hand"
              action={
                <Button asChild>
                  <Link to={paths.products}>Go to products</Link>
                </Button>
              }
            >
              Lots are created when stock with a lot number and expiry date is added to a lot-tracked product.
            </EmptyState>
          ) : (
            <NoMatch many="lots" onClear={list.clearAll}>
              No lot matches all filters.
            </NoMatch>
          )
        }
      />
      {!isEmpty && <LotTotals chosen={list.filters.expiry} place="after-list" />}
      {listPage.bulk}
    </>
  )
}
