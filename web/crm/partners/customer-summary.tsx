import { Link } from 'react-router'
import { crmApi } from '#shared/crm/partners/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { contactFacts } from '#web/crm/public/contact-facts.tsx'
import { CustomerOrders } from './customer-orders.tsx'
import { customerTerms } from './customer-terms.tsx'
import { PartnerContacts } from './partner-contacts.tsx'
import { PartnerStatus } from './partner-status.tsx'
import { SummaryFrame } from './summary-frame.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'

/** A customer beside the list: contact data, terms, contacts and newest orders. */
export function CustomerSummary({ id }: { id: string }) {
  const account = useApiQuery(crmApi.getAccount, { params: { id } })
  const maySeeOrders = useCan('salesOrders.view')
  const seesOwner = useCan('crm.view')
  const { currency } = useSettings()
  const { data } = account
  return (
    <SummaryFrame
      what="customer"
      query={account}
      name={data?.name}
      badge={data && <PartnerStatus status={data.status} />}
    >
      {data && (
        <>
          <Button asChild size="sm" className="self-start">
            <Link to={paths.customer(data.id)}>Open {data.name}</Link>
          </Button>
          <div className="grid grid-cols-2 gap-x-10 gap-y-6 max-xl:grid-cols-1">
            <DescriptionList
              facts={[
                ...contactFacts(data),
                ...(seesOwner ? [{ label: 'Account owner', value: data.owner?.name }] : []),
              ]}
            />
            <DescriptionList facts={customerTerms(data, currency)} />
          </div>
          <PartnerContacts kind="accounts" partner={data} />
          {maySeeOrders && <CustomerOrders accountId={data.id} />}
        </>
      )}
    </SummaryFrame>
  )
}
