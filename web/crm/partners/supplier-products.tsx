import { useMemo } from 'react'
import { Link } from 'react-router'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { ProductRow } from '#shared/inventory/stock/product.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

const maxRows = 10

const columnsIn = (currency: string): Column<ProductRow>[] => [
  { id: 'name', header: 'Product', cell: (product) => <TwoLines first={product.name} second={product.sku} /> },
  { id: 'supplierCode', header: 'Supplier SKU', cell: ({ supplierCode }) => supplierCode ?? '–', phone: true },
  {
    id: 'leadTimeDays',
    header: 'Lead time',
    cell: ({ leadTimeDays: days }) => (days === null ? '–' : days === 1 ? '1 day' : `${days.toLocaleString()} days`),
    align: 'end',
    phone: true,
  },
  {
    id: 'available',
    header: 'Available',
    cell: ({ available }) => available.toLocaleString(),
    align: 'end',
    phone: true,
  },
  {
    id: 'cost',
    header: `Unit cost, ${currency}`,
    cell: ({ cost }) => (cost === null ? '–' : formatDecimalInput(cost, 2)),
    align: 'end',
    phone: true,
  },
]

/** The products of a supplier, with a link to all. */
export function SupplierProducts({ supplierId }: { supplierId: string }) {
  const { currency } = useSettings()
  const columns = useMemo(() => columnsIn(currency), [currency])
  const products = useApiQuery(inventoryApi.listProducts, { query: { supplier: supplierId, limit: maxRows } })
  const { data, error, isFetching, refetch } = products
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold text-base">Products</h2>
        {data && data.total > maxRows && (
          <Button asChild size="sm">
            <Link to={`${paths.products}?supplier=${supplierId}`}>All {data.total.toLocaleString()} products</Link>
          </Button>
        )}
      </div>
      <DataTable
        label="Products"
        columns={columns}
        rows={data?.data}
        rowId={(product) => product.id}
        rowHref={(product) => paths.product(product.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        skeletonRows={3}
        error={
          error && !data ? <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} /> : null
        }
        empty={
          <EmptyState kind="nothing" title="No products yet" className="py-8">
            Products of this supplier will appear here.
          </EmptyState>
        }
      />
    </section>
  )
}
