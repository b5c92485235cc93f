import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { contactsApi } from '#shared/crm/contacts/api.ts'
import type { PartnerKindName } from '#shared/crm/partners/partners-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { ContactDialog } from '#web/crm/public/contact-dialog.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

const maxRows = 10
const by = { accounts: 'account', suppliers: 'supplier' } as const

type PartnerContactsProps = { kind: PartnerKindName; partner: { id: string; name: string } }

/** The contacts of a customer or supplier. */
export function PartnerContacts({ kind, partner }: PartnerContactsProps) {
  const mayView = useCan('crm.view')
  const mayEdit = useCan('crm.edit')
  const [adding, setAdding] = useState(false)
  const query = { [by[kind]]: partner.id, limit: maxRows }
  const contacts = useApiQuery(contactsApi.listContacts, { query }, { enabled: mayView })
  const { data, error, isFetching, refetch } = contacts
  if (!mayView) return null
  return (
    <Card
      title="Contacts"
      action={
        mayEdit && (
          <Button size="sm" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            Add contact
          </Button>
        )
      }
    >
      {!data && !error && <SkeletonText lines={3} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {data?.data.length === 0 && <p className="text-muted text-sm">No contacts yet.</p>}
      {data && data.data.length > 0 && (
        <ul aria-label="Contacts" className="flex flex-col divide-y divide-line">
          {data.data.map(({ id, name, position, email, phone, status }) => (
            <li key={id} className="flex flex-col gap-0.5 py-2.5 first:pt-0 last:pb-0 [&_a]:link">
              <span className="flex flex-wrap items-center gap-2">
                <Link to={paths.contact(id)} className="wrap-anywhere min-w-0 font-medium">
                  {name}
                </Link>
                {status === 'inactive' && <Badge>Inactive</Badge>}
              </span>
              <span className="text-secondary text-table">{position}</span>
              <span className="flex flex-wrap gap-x-3 text-table">
                {email && (
                  <a className="wrap-anywhere min-w-0" href={`mailto:${email}`}>
                    {email}
                  </a>
                )}
                {phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > maxRows && (
        <Button asChild size="sm" className="mt-3">
          <Link to={`${paths.addressBook}?${by[kind]}=${partner.id}`}>All {data.total.toLocaleString()} contacts</Link>
        </Button>
      )}
      {adding && <ContactDialog at={{ [by[kind]]: partner }} close={() => setAdding(false)} />}
    </Card>
  )
}
