import { Plus } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { useTransferBulkActions } from '#web/inventory/public/document-bulk-actions.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListPage } from '#web/lists/use-list-page.ts'
import { NoMatch } from '#web/lists/no-match.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { transferColumns } from './transfer-columns.tsx'
import { TransferFilters } from './transfer-filters.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

export const listed = transfersApi.listTransfers

/** The list of stock transfers: filter by status and location, search, newest first. */
export default function TransferListPage() {
  const list = useListParams(transfersApi.listTransfers)
  const transfers = useApiQuery(transfersApi.listTransfers, { query: list.query }, { keepPrevious: true })
  const mayEdit = useCan('inventory.edit')
  const navigate = useNavigate()
  useShortcuts(mayEdit ? { n: () => void navigate(paths.stockTransferNew) } : {})
  const listPage = useListPage('stock-transfers', list, transfers, transferColumns, useTransferBulkActions())
  const isEmpty = list.isEmpty(transfers)
  return (
    <>
      <PageHeader title="Stock transfers" action={mayEdit && <AddTransfer />} />
      <TransferFilters list={list} total={list.total(transfers)} tools={listPage.tools} />
      <DataTable
        {...listPage.table}
        label="Stock transfers"
        rowId={({ id }) => id}
        rowHref={({ id }) => paths.stockTransfer(id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        empty={
          isEmpty ? (
            <EmptyState kind="nothing" title="No stock transfers yet" action={mayEdit && <AddTransfer />}>
              Transfers move stock between warehouses and factories, lot by lot.
            </EmptyState>
          ) : (
            <NoMatch many="transfers" onClear={list.clearAll}>
              Try another status, location or day.
            </NoMatch>
          )
        }
      />
      {listPage.bulk}
    </>
  )
}

function AddTransfer() {
  return (
    <Button asChild variant="primary">
      <Link to={paths.stockTransferNew}>
        <Plus aria-hidden />
        Add transfer
      </Link>
    </Button>
  )
}
