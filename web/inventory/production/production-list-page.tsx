import { useMemo } from 'react'
import { Link } from 'react-router'
import {
  productionApi,
  type ProductionRow,
  type RunStatus,
  runStatuses,
  runStatusNames,
} from '#shared/inventory/production/api.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useApiQuery } from '#web/api/query.ts'
import { InventoryTabs } from '#web/inventory/public/inventory-tabs.tsx'
import { productionColumns } from './production-columns.tsx'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

export const listed = productionApi.listRuns

const statuses = runStatuses.map((value) => ({ value, label: runStatusNames[value] }))

/** The wording for selected rows, whose only bulk action is the export. */
const exported = {
  route: productionApi.listRuns,
  nameOf: ({ number }: ProductionRow) => number,
  one: 'production run',
  many: 'production runs',
}

/** The list of production runs, including reversed ones: filter by status, search, newest first. */
export default function ProductionListPage() {
  const list = useListParams(productionApi.listRuns)
  const runs = useApiQuery(productionApi.listRuns, { query: list.query }, { keepPrevious: true })
  const { currency } = useSettings()
  const columns = useMemo(() => productionColumns(currency), [currency])
  const listPage = useListPage('production', list, runs, columns, exported)
  const isEmpty = list.isEmpty(runs)
  const [first] = runs.data?.data ?? []
  return (
    <>
      <PageHeader title="Production" />
      <InventoryTabs />
      <FilterBar
        search={{ label: 'Search production', ...list.search }}
        chips={list.chips({
          status: { label: 'Status', show: (status) => runStatusNames[status as RunStatus] },
          product: { label: 'Product', show: () => first?.product.name ?? '…' },
          location: { label: 'Factory', show: () => first?.location.name ?? '…' },
          material: { label: 'Material', show: () => 'one raw material' },
        })}
        onClearAll={list.clearAll}
        total={list.total(runs)}
        tools={listPage.tools}
      >
        <FilterSelect label="Status" allLabel="All statuses" {...list.filter('status')} options={statuses} />
      </FilterBar>
      <DataTable
        {...listPage.table}
        label="Production runs"
        rowId={({ id }) => id}
        rowHref={({ id }) => paths.productionRun(id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        empty={
          isEmpty ? (
            <EmptyState
              kind="nothing"
              title="No production yet"
              action={
                <Button asChild>
                  <Link to={paths.rawMaterials}>Raw materials</Link>
                </Button>
              }
            >
              Products with a bill of materials are made at a factory. Choose Produce on the product’s page or on a raw
              material’s page.
            </EmptyState>
          ) : (
            <NoMatch many="production runs" onClear={list.clearAll}>
              Try another status or fewer letters.
            </NoMatch>
          )
        }
      />
      {listPage.bulk}
    </>
  )
}
