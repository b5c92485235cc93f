import { Plus, Upload } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { stockStatuses, stockStatusNames, type StockStatus } from '#shared/inventory/stock/stock-status.ts'
import { useRawMaterialBulkActions } from '#web/inventory/public/item-bulk-actions.tsx'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useApiQuery } from '#web/api/query.ts'
import { rawMaterialColumns } from './raw-material-columns.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

export const listed = rawMaterialsApi.listRawMaterials

const statuses = stockStatuses.map((value) => ({ value, label: stockStatusNames[value] }))

/** The list of raw materials with stock on hand, reserved and available. */
export default function RawMaterialListPage() {
  const list = useListParams(rawMaterialsApi.listRawMaterials)
  // Realtime events of stock go only to users who can view the inventory.
  const untold = !useCan('inventory.view')
  const materials = useApiQuery(rawMaterialsApi.listRawMaterials, { query: list.query }, { keepPrevious: true, untold })
  const types = useApiQuery(rawMaterialsApi.listMaterialTypes, {}, { aside: 'material types' })
  const { currency } = useSettings()
  const columns = useMemo(() => rawMaterialColumns(currency), [currency])
  const mayEdit = useCan('rawmaterials.edit')
  const navigate = useNavigate()
  useShortcuts(mayEdit ? { n: () => void navigate(paths.rawMaterialNew) } : {})
  const listPage = useListPage('raw-materials', list, materials, columns, useRawMaterialBulkActions())
  const isEmpty = list.isEmpty(materials)
  const names = types.data?.data.map(({ materialType }) => materialType) ?? []
  const { materialType, supplier } = list.filters
  // The link may contain a type that is no longer in use.
  const options = materialType && !names.includes(materialType) ? [...names, materialType] : names
  const supplierName = materials.data?.data.find((row) => row.supplier?.id === supplier)?.supplier?.name
  return (
    <>
      <PageHeader
        title="Raw materials"
        menu={mayEdit && !isEmpty && <ImportRawMaterials />}
        action={mayEdit && <AddRawMaterial />}
      />
      <FilterBar
        search={{ label: 'Search raw materials', ...list.search }}
        chips={list.chips({
          materialType: { label: 'Material type' },
          supplier: { label: 'Supplier', show: () => supplierName ?? '…' },
          stockStatus: { label: 'Status', show: (status) => stockStatusNames[status as StockStatus] },
        })}
        onClearAll={list.clearAll}
        total={list.total(materials)}
        tools={listPage.tools}
      >
        <FilterSelect
          label="Material type"
          allLabel="All material types"
          {...list.filter('materialType')}
          options={options.map((name) => ({ value: name, label: name }))}
        />
        <FilterSelect label="Stock status" allLabel="All statuses" {...list.filter('stockStatus')} options={statuses} />
      </FilterBar>
      <DataTable
        {...listPage.table}
        label="Raw materials"
        rowId={({ id }) => id}
        rowHref={({ id }) => paths.rawMaterial(id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        empty={
          isEmpty ? (
            <EmptyState
              kind="nothing"
              title="No raw materials yet"
              action={
                mayEdit && (
                  <>
                    <ImportRawMaterials />
                    <AddRawMaterial />
                  </>
                )
              }
            >
              Materials used in manufacturing, such as fabric, film or tubing.
            </EmptyState>
          ) : (
            <NoMatch many="raw materials" onClear={list.clearAll}>
              No raw material matches all filters.
            </NoMatch>
          )
        }
      />
      {listPage.bulk}
    </>
  )
}

function ImportRawMaterials() {
  return (
    <Button asChild>
      <Link to={paths.rawMaterialImport}>
        <Upload aria-hidden />
        Import
      </Link>
    </Button>
  )
}

function AddRawMaterial() {
  return (
    <Button asChild variant="primary">
      <Link to={paths.rawMaterialNew}>
        <Plus aria-hidden />
        Add raw material
      </Link>
    </Button>
  )
}
