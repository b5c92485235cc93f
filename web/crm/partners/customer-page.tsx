import { useState } from 'react'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { type Account, crmApi } from '#shared/crm/partners/api.ts'
import { crmNeighboursApi } from '#shared/crm/partners/neighbours-api.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { ListNeighbours, useListOrigin } from '#web/lists/list-neighbours.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { AccountCalls } from './account-calls.tsx'
import { BalanceCard } from './balance-card.tsx'
import { contactFacts } from '#web/crm/public/contact-facts.tsx'
import { CustomerInvoices } from './customer-invoices.tsx'
import { CustomerOrders } from './customer-orders.tsx'
import { customerTerms } from './customer-terms.tsx'
import { DatedNotes } from './dated-notes.tsx'
import { CustomerMerge } from './customer-merge.tsx'
import { PartnerTimeline } from './partner-timeline.tsx'
import { PartnerActions } from './partner-actions.tsx'
import { PartnerAddresses } from './partner-addresses.tsx'
import { PartnerContacts } from './partner-contacts.tsx'
import { PartnerNotes } from './partner-notes.tsx'
import { PartnerStatus } from './partner-status.tsx'
import { paths } from '#web/paths.ts'
import { AccountPortal } from '#web/portal/public/account-portal.tsx'
import { AccountConsignment } from '#web/portal/public/account-consignment.tsx'
import { AccountShelves } from '#web/portal/public/account-shelves.tsx'
import { ChainCard } from '#web/sales/public/chain-card.tsx'
import { CustomerDialog } from '#web/crm/public/customer-dialog.tsx'
import { CustomerOpportunities } from '#web/crm/public/customer-opportunities.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Card, Figure } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { customerPlace } from '#web/records/record-places.ts'

export const record = crmApi.getAccount

/** A customer: contact data, terms and orders. */
export default function CustomerPage() {
  const { id = '' } = useParams()
  const account = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={account} place={customerPlace}>
      {(found) =>
        // A merged customer's old URL redirects to the customer that it was merged into.
        found.id === id ? <CustomerView account={found} /> : <Navigate to={paths.customer(found.id)} replace />
      }
    </RecordGate>
  )
}

function CustomerView({ account }: { account: Account }) {
  const [open, setOpen] = useState<'edit' | 'delete' | 'merge'>()
  const navigate = useNavigate()
  const maySeeOrders = useCan('salesOrders.view')
  const maySeeInvoices = useCan('invoices.view')
  const maySell = useCan('salesOrders.edit')
  const seesCustomers = useCan('crm.view')
  const search = useListOrigin()
  const { currency } = useSettings()
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHeader
        title={account.name}
        status={<PartnerStatus status={account.status} />}
        help={account.code}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={{ pathname: paths.customers, search }}>Customers</Link>
          </Breadcrumbs>
        }
        action={
          maySell && (
            <>
              <Button asChild>
                <Link to={`${paths.estimateNew}?customer=${account.id}`}>New estimate</Link>
              </Button>
              <Button asChild variant="primary">
                <Link to={`${paths.orderNew}?customer=${account.id}`}>New order</Link>
              </Button>
            </>
          )
        }
        menu={
          <>
            <ListNeighbours
              route={crmNeighboursApi.getAccountNeighbours}
              id={account.id}
              what="customer"
              path={paths.customer}
            />
            <PartnerActions
              id={account.id}
              deletion={crmApi.getAccountDeletion}
              onEdit={() => setOpen('edit')}
              onDelete={() => setOpen('delete')}
              onMerge={() => setOpen('merge')}
            />
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-6 max-xl:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-6">
          <Card>
            <div className="grid grid-cols-3 gap-4 max-md:grid-cols-2">
              <Figure label="Orders" value={account.orders.toLocaleString()} />
              <Figure label="Last order" value={account.lastOrderDate ? formatDay(account.lastOrderDate) : '–'} />
              <Figure label="Customer since" value={new Date(account.createdAt).getFullYear()} />
            </div>
          </Card>
          {maySeeOrders && <CustomerOrders accountId={account.id} />}
          {maySeeInvoices && <CustomerInvoices accountId={account.id} />}
          {seesCustomers && <CustomerOpportunities account={account} />}
          <PartnerNotes title="About" notes={account.notes} />
          <DatedNotes kind="accounts" ownerId={account.id} />
          <PartnerTimeline kind="accounts" id={account.id} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <BalanceCard accountId={account.id} name={account.name} />
          <Card title="Contact">
            <DescriptionList facts={contactFacts(account)} />
          </Card>
          <Card title="Terms">
            <DescriptionList facts={customerTerms(account, currency)} />
          </Card>
          <ChainCard kind="account" id={account.id} />
          {seesCustomers && <AccountCalls account={account} />}
          {seesCustomers && <AccountPortal accountId={account.id} />}
          {seesCustomers && <AccountShelves accountId={account.id} />}
          {seesCustomers && <AccountConsignment accountId={account.id} />}
          <PartnerContacts kind="accounts" partner={account} />
          <PartnerAddresses kind="accounts" partner={account} />
        </div>
      </div>
      {open === 'merge' && <CustomerMerge account={account} close={close} />}
      {open === 'edit' && <CustomerDialog account={account} close={close} />}
      {open === 'delete' && (
        <DeleteDialog
          route={crmApi.deleteAccount}
          id={account.id}
          kind="customer"
          what="customer"
          name={account.name}
          onDeleted={() => void navigate(paths.customers)}
          close={close}
        >
          Their orders and invoices are kept. You can undo this now, or restore it later from the deleted items.
        </DeleteDialog>
      )}
    </>
  )
}
