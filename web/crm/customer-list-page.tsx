import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type Account, crmApi } from '#shared/crm/api.ts'
import { priceTierNames } from '#shared/inventory/price-tiers.ts'
import { useListState } from '#web/api/list-state.ts'
import { listTable } from '#web/api/list-table.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { PartnerFilters } from '#web/crm/partner-filters.tsx'
import { PartnerStatus } from '#web/crm/partner-status.tsx'
import { paths } from '#web/paths.ts'
import { CustomerDialog } from '#web/pickers/customer-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { writeDay } from '#web/ui/business-day.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/column.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { totalOf } from '#web/ui/pagination.tsx'

const none = <span className="text-muted">–</span>

const columns: readonly Column<Account>[] = [
  { id: 'name', header: 'Name', cell: (account) => account.name, sortable: true },
  { id: 'code', header: 'Code', cell: ({ code }) => code ?? none, phone: true },
  { id: 'country', header: 'Country', cell: ({ country }) => country ?? none },
  { id: 'priceTier', header: 'Price tier', cell: (account) => priceTierNames[account.priceTier], phone: true },
  { id: 'status', header: 'Status', cell: ({ status }) => <PartnerStatus status={status} />, phone: 'corner' },
  { id: 'orders', header: 'Orders', cell: ({ orders }) => orders.toLocaleString(), align: 'end', phone: true },
  {
    id: 'lastOrderDate',
    header: 'Last order',
    cell: ({ lastOrderDate }) => (lastOrderDate ? writeDay(lastOrderDate) : none),
    sortable: true,
    align: 'end',
    phone: true,
  },
]

/** Who buys from us. */
export default function CustomerListPage() {
  const list = useListState(crmApi.listAccounts)
  const accounts = useApiQuery(crmApi.listAccounts, { query: list.query }, { keepPrevious: true })
  const [adding, setAdding] = useState(false)
  const mayEdit = useCan('crm.edit')
  const navigate = useNavigate()
  const add = mayEdit && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      Add customer
    </Button>
  )
  const isEmpty = list.isEmpty(accounts)
  return (
    <>
      <PageHeader title="Customers" action={!isEmpty && add} />
      {!isEmpty && (
        <PartnerFilters list={list} label="Search name or code" total={accounts.data && totalOf(accounts.data)} />
      )}
      <DataTable
        {...listTable(list, accounts)}
        label="Customers"
        columns={columns}
        rowId={(account) => account.id}
        rowHref={(account) => paths.customer(account.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        empty={
          !isEmpty ? (
            <EmptyState
              kind="no-match"
              title="No customers match"
              action={<Button onClick={list.clearAll}>Clear filters</Button>}
            />
          ) : (
            <EmptyState kind="nothing" title="No customers yet" action={add}>
              Hospitals, pharmacies, clinics: who orders from you, and at which prices.
            </EmptyState>
          )
        }
      />
      {adding && (
        <CustomerDialog
          onSaved={(account) => void navigate(paths.customer(account.id))}
          close={() => setAdding(false)}
        />
      )}
    </>
  )
}
