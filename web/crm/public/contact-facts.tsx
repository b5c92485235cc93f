import { Link } from 'react-router'
import type { Account, Supplier } from '#shared/crm/partners/api.ts'
import type { Contact } from '#shared/crm/contacts/api.ts'
import type { Prospect } from '#shared/crm/prospects/api.ts'
import { Affiliation } from '#web/crm/contacts/contact-columns.tsx'
import { PartnerLabels } from '#web/crm/partners/partner-labels.tsx'
import { FollowUp } from './prospect-status.tsx'
import { paths } from '#web/paths.ts'
import type { Fact } from '#web/ui/description-list.tsx'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

/** The contact data of a customer or supplier. */
export const contactFacts = ({ email, phone, address, country, taxNumber }: Account | Supplier): Fact[] => [
  ...reach({ email, phone }),
  { label: 'Address', value: address && unbrokenAddress(address) },
  { label: 'Country', value: country },
  { label: 'Tax number', value: taxNumber },
]

/** The employer and contact data of a person. */
export const personFacts = (contact: Contact): Fact[] => [
  { label: 'Works for', value: <Affiliation contact={contact} /> },
  { label: 'Position', value: contact.position },
  ...reach(contact),
]

/** The follow-up, contact data and source of a prospect. */
export const prospectFacts = (prospect: Prospect): Fact[] => {
  const { account } = prospect
  return [
    { label: 'Follow-up', value: <FollowUp prospect={prospect} /> },
    ...reach(prospect),
    { label: 'Address', value: prospect.address && unbrokenAddress(prospect.address) },
    { label: 'Country', value: prospect.country },
    { label: 'Source', value: prospect.source },
    ...(prospect.disqualifyReason ? [{ label: 'Disqualified', value: prospect.disqualifyReason }] : []),
    { label: 'Customer', value: account && <Link to={paths.customer(account.id)}>{account.name}</Link> },
    { label: 'Labels', value: <PartnerLabels labels={prospect.labels} list={paths.prospects} /> },
  ]
}

const reach = ({ email, phone }: { email: string | null; phone: string | null }): Fact[] => [
  { label: 'Email', value: email && <a href={`mailto:${email}`}>{email}</a> },
  { label: 'Phone', value: phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> },
]
