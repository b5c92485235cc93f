import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { crmApi, type Supplier } from '#shared/crm/api.ts'
import { useListState } from '#web/api/list-state.ts'
import { listTable } from '#web/api/list-table.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { PartnerFilters } from '#web/crm/partner-filters.tsx'
import { PartnerStatus } from '#web/crm/partner-status.tsx'
import { paths } from '#web/paths.ts'
import { SupplierDialog } from '#web/pickers/supplier-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/column.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { totalOf } from '#web/ui/pagination.tsx'

const none = <span className="text-muted">–</span>

const columns: readonly Column<Supplier>[] = [
  { id: 'name', header: 'Name', cell: (supplier) => supplier.name, sortable: true },
  { id: 'email', header: 'Email', cell: ({ email }) => email ?? none, phone: true },
  { id: 'phone', header: 'Phone', cell: ({ phone }) => phone ?? none, phone: true },
  { id: 'country', header: 'Country', cell: ({ country }) => country ?? none },
  { id: 'status', header: 'Status', cell: ({ status }) => <PartnerStatus status={status} />, phone: 'corner' },
  { id: 'products', header: 'Products', cell: ({ products }) => products.toLocaleString(), align: 'end', phone: true },
]

/** Who we buy from. */
export default function SupplierListPage() {
  const list = useListState(crmApi.listSuppliers)
  const suppliers = useApiQuery(crmApi.listSuppliers, { query: list.query }, { keepPrevious: true })
  const [adding, setAdding] = useState(false)
  const mayEdit = useCan('crm.edit')
  const navigate = useNavigate()
  const add = mayEdit && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      Add supplier
    </Button>
  )
  const isEmpty = list.isEmpty(suppliers)
  return (
    <>
      <PageHeader title="Suppliers" action={!isEmpty && add} />
      {!isEmpty && (
        <PartnerFilters list={list} label="Search suppliers" total={suppliers.data && totalOf(suppliers.data)} />
      )}
      <DataTable
        {...listTable(list, suppliers)}
        label="Suppliers"
        columns={columns}
        rowId={(supplier) => supplier.id}
        rowHref={(supplier) => paths.supplier(supplier.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        empty={
          !isEmpty ? (
            <EmptyState
              kind="no-match"
              title="No suppliers match"
              action={<Button onClick={list.clearAll}>Clear filters</Button>}
            />
          ) : (
            <EmptyState kind="nothing" title="No suppliers yet" action={add}>
              Every product is bought from somebody: add who you buy from.
            </EmptyState>
          )
        }
      />
      {adding && (
        <SupplierDialog
          onSaved={(supplier) => void navigate(paths.supplier(supplier.id))}
          close={() => setAdding(false)}
        />
      )}
    </>
  )
}
