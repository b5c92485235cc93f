import type { Account, Supplier } from '#shared/crm/api.ts'
import type { Fact } from '#web/ui/description-list.tsx'

/** How to reach a customer or supplier. */
export const contactFacts = ({ email, phone, address, country, taxNumber }: Account | Supplier): Fact[] => [
  { label: 'Email', value: email && <a href={`mailto:${email}`}>{email}</a> },
  { label: 'Phone', value: phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> },
  { label: 'Address', value: address },
  { label: 'Country', value: country },
  { label: 'Tax number', value: taxNumber },
]
