import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { crmApi, type Supplier } from '#shared/crm/partners/api.ts'
import { crmNeighboursApi } from '#shared/crm/partners/neighbours-api.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { ListNeighbours, useListOrigin } from '#web/lists/list-neighbours.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { contactFacts } from '#web/crm/public/contact-facts.tsx'
import { DatedNotes } from './dated-notes.tsx'
import { PartnerActions } from './partner-actions.tsx'
import { PartnerAddresses } from './partner-addresses.tsx'
import { PartnerContacts } from './partner-contacts.tsx'
import { PartnerLabels } from './partner-labels.tsx'
import { PartnerNotes } from './partner-notes.tsx'
import { PartnerTimeline } from './partner-timeline.tsx'
import { PartnerStatus } from './partner-status.tsx'
import { SupplierOrders } from './supplier-orders.tsx'
import { SupplierProducts } from './supplier-products.tsx'
import { paths } from '#web/paths.ts'
import { SupplierDialog } from '#web/crm/public/supplier-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { formatDay } from '#shared/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { supplierPlace } from '#web/records/record-places.ts'

export const record = crmApi.getSupplier

/** A supplier: contact data and products. */
export default function SupplierPage() {
  const { id = '' } = useParams()
  const supplier = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={supplier} place={supplierPlace}>
      {(found) => <SupplierView supplier={found} />}
    </RecordGate>
  )
}

function SupplierView({ supplier }: { supplier: Supplier }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const navigate = useNavigate()
  const maySeeProducts = useCan('inventory.view')
  const maySeeOrders = useCan('purchaseOrders.view')
  const search = useListOrigin()
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHeader
        title={supplier.name}
        status={<PartnerStatus status={supplier.status} />}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={{ pathname: paths.suppliers, search }}>Suppliers</Link>
          </Breadcrumbs>
        }
        menu={
          <>
            <ListNeighbours
              route={crmNeighboursApi.getSupplierNeighbours}
              id={supplier.id}
              what="supplier"
              path={paths.supplier}
            />
            <PartnerActions
              id={supplier.id}
              deletion={crmApi.getSupplierDeletion}
              onEdit={() => setOpen('edit')}
              onDelete={() => setOpen('delete')}
            />
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-6 max-xl:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-6">
          {maySeeProducts && <SupplierProducts supplierId={supplier.id} />}
          {maySeeOrders && <SupplierOrders supplierId={supplier.id} />}
          <PartnerNotes title="About" notes={supplier.notes} />
          <DatedNotes kind="suppliers" ownerId={supplier.id} />
          <PartnerTimeline kind="suppliers" id={supplier.id} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Card title="Details">
            <DescriptionList
              facts={[
                ...contactFacts(supplier),
                {
                  label: 'Last order',
                  value: supplier.lastOrderDate && formatDay(supplier.lastOrderDate),
                  numeric: true,
                },
                { label: 'Products', value: supplier.products.toLocaleString(), numeric: true },
                { label: 'Labels', value: <PartnerLabels labels={supplier.labels} list={paths.suppliers} /> },
              ]}
            />
          </Card>
          <PartnerContacts kind="suppliers" partner={supplier} />
          <PartnerAddresses kind="suppliers" partner={supplier} />
        </div>
      </div>
      {open === 'edit' && <SupplierDialog supplier={supplier} close={close} />}
      {open === 'delete' && (
        <DeleteDialog
          route={crmApi.deleteSupplier}
          id={supplier.id}
          kind="supplier"
          what="supplier"
          name={supplier.name}
          onDeleted={() => void navigate(paths.suppliers)}
          close={close}
        >
          You can undo this now, or restore it later from the deleted items.
        </DeleteDialog>
      )}
    </>
  )
}
