import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { type KitRow, kitsApi } from '#shared/inventory/kits/api.ts'
import { useKitBulkActions } from '#web/inventory/public/item-bulk-actions.tsx'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useApiQuery } from '#web/api/query.ts'
import { AddKit } from './add-kit-button.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

export const listed = kitsApi.listKits

const pieces = (count: number) => count.toLocaleString()
const columnsIn = (currency: string): Column<KitRow>[] => [
  {
    id: 'name',
    exportedAs: ['name', 'sku'],
    header: 'Kit',
    cell: ({ name, sku }) => <TwoLines first={name} second={sku} className="max-w-64 max-md:max-w-full" />,
    sortable: true,
  },
  { id: 'warehouse', header: 'Warehouse', cell: ({ warehouse }) => warehouse.name, phone: true },
  { id: 'items', header: 'Items', cell: ({ items }) => pieces(items), align: 'end' },
  { id: 'onHand', header: 'On hand', cell: ({ onHand }) => pieces(onHand), align: 'end' },
  { id: 'available', header: 'Available', cell: ({ available }) => pieces(available), align: 'end', phone: true },
  {
    id: 'canBuild',
    header: 'Can be packed now',
    cell: ({ canBuild }) => <span className="font-medium">{pieces(canBuild)}</span>,
    align: 'end',
    phone: true,
  },
  { id: 'cost', header: `Cost, ${currency}`, cell: ({ cost }) => formatDecimalInput(cost, 2), align: 'end' },
  {
    id: 'price',
    sortable: true,
    header: `Price, ${currency}`,
    cell: ({ price }) => formatDecimalInput(price, 2),
    align: 'end',
    phone: true,
  },
]

/** The list of kits: cost, price, packed kits on hand, and how many can be packed. */
export default function KitListPage() {
  const list = useListParams(kitsApi.listKits)
  const kits = useApiQuery(kitsApi.listKits, { query: list.query }, { keepPrevious: true })
  const { currency } = useSettings()
  const columns = useMemo(() => columnsIn(currency), [currency])
  const mayEdit = useCan('inventory.edit')
  const listPage = useListPage('kits', list, kits, columns, useKitBulkActions())
  const navigate = useNavigate()
  useShortcuts(mayEdit ? { n: () => void navigate(paths.kitNew) } : {})
  const isEmpty = list.isEmpty(kits)
  return (
    <>
      <PageHeader
        title="Kits"
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.kits}>Kitting & bundles</Link>
          </Breadcrumbs>
        }
        action={mayEdit && <AddKit />}
      />
      <FilterBar search={{ label: 'Search kits', ...list.search }} total={list.total(kits)} tools={listPage.tools} />
      <DataTable
        {...listPage.table}
        label="Kits"
        rowId={({ id }) => id}
        rowHref={({ id }) => paths.kit(id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        empty={
          isEmpty ? (
            <EmptyState kind="nothing" title="No kits yet" action={mayEdit && <AddKit />}>
              A kit is several items sold together at one price.
            </EmptyState>
          ) : (
            <NoMatch many="kits" onClear={list.clearAll} cleared="search">
              Try fewer letters.
            </NoMatch>
          )
        }
      />
      {listPage.bulk}
    </>
  )
}
