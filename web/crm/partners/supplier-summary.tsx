import { Link } from 'react-router'
import { crmApi } from '#shared/crm/partners/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { contactFacts } from '#web/crm/public/contact-facts.tsx'
import { PartnerContacts } from './partner-contacts.tsx'
import { PartnerStatus } from './partner-status.tsx'
import { SummaryFrame } from './summary-frame.tsx'
import { SupplierProducts } from './supplier-products.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'

/** A supplier beside the list: contact data, contacts and products. */
export function SupplierSummary({ id }: { id: string }) {
  const supplier = useApiQuery(crmApi.getSupplier, { params: { id } })
  const maySeeProducts = useCan('inventory.view')
  const { data } = supplier
  return (
    <SummaryFrame
      what="supplier"
      query={supplier}
      name={data?.name}
      badge={data && <PartnerStatus status={data.status} />}
    >
      {data && (
        <>
          <Button asChild size="sm" className="self-start">
            <Link to={paths.supplier(data.id)}>Open {data.name}</Link>
          </Button>
          <DescriptionList facts={contactFacts(data)} />
          <PartnerContacts kind="suppliers" partner={data} />
          {maySeeProducts && <SupplierProducts supplierId={data.id} />}
        </>
      )}
    </SummaryFrame>
  )
}
