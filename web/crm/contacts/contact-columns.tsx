import { Link } from 'react-router'
import type { Contact } from '#shared/crm/contacts/api.ts'
import { PartnerStatus } from '#web/crm/partners/partner-status.tsx'
import { paths } from '#web/paths.ts'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

const none = <span className="text-muted">–</span>

/** The customer or supplier that a contact works for, as a link, or their affiliation. */
export function Affiliation({ contact: { account, supplier, affiliation } }: { contact: Contact }) {
  if (account) return <Link to={paths.customer(account.id)}>{account.name}</Link>
  if (supplier) return <Link to={paths.supplier(supplier.id)}>{supplier.name}</Link>
  return affiliation ?? none
}

const kindOf = ({ account, supplier, affiliation }: Contact) =>
  account ? 'Customer' : supplier ? 'Supplier' : affiliation ? 'Elsewhere' : '–'

export const contactColumns: readonly Column<Contact>[] = [
  {
    id: 'name',
    exportedAs: ['name', 'position'],
    header: 'Name',
    cell: ({ name, position }) =>
      position ? <TwoLines first={name} second={position} className="max-w-56 max-md:max-w-full" /> : name,
    sortable: true,
  },
  { id: 'affiliation', header: 'Affiliation', cell: (contact) => <Affiliation contact={contact} />, phone: true },
  { id: 'kind', header: 'Kind', cell: kindOf },
  {
    id: 'email',
    header: 'Email',
    cell: ({ email }) => (email ? <a href={`mailto:${email}`}>{email}</a> : none),
    phone: true,
  },
  {
    id: 'phone',
    header: 'Phone',
    cell: ({ phone }) => (phone ? <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> : none),
    phone: true,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <PartnerStatus status={status} />, phone: 'corner' },
  {
    id: 'notes',
    header: 'Notes',
    cell: ({ notes }) => <span className="line-clamp-2 text-secondary">{notes ?? none}</span>,
    extra: true,
  },
  {
    id: 'createdAt',
    header: 'Added',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    sortable: true,
    extra: true,
  },
  {
    id: 'updatedAt',
    header: 'Last changed',
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    sortable: true,
    extra: true,
  },
]
