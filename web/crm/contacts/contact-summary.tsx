import { Link } from 'react-router'
import { contactsApi } from '#shared/crm/contacts/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { personFacts } from '#web/crm/public/contact-facts.tsx'
import { PartnerNotes } from '#web/crm/partners/partner-notes.tsx'
import { PartnerStatus } from '#web/crm/partners/partner-status.tsx'
import { SummaryFrame } from '#web/crm/partners/summary-frame.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'

/** A contact beside the list: employer, contact data and notes. */
export function ContactSummary({ id }: { id: string }) {
  const contact = useApiQuery(contactsApi.getContact, { params: { id } })
  const { data } = contact
  return (
    <SummaryFrame
      what="contact"
      query={contact}
      name={data?.name}
      badge={data && <PartnerStatus status={data.status} />}
    >
      {data && (
        <>
          <Button asChild size="sm" className="self-start">
            <Link to={paths.contact(data.id)}>Open {data.name}</Link>
          </Button>
          <div className="max-w-xl">
            <DescriptionList facts={personFacts(data)} />
          </div>
          <PartnerNotes notes={data.notes} />
        </>
      )}
    </SummaryFrame>
  )
}
