import type { ProspectRow } from '#shared/crm/prospects/api.ts'
import { FollowUp, ProspectStatusBadge } from '#web/crm/public/prospect-status.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

const none = <span className="text-muted">–</span>

export const prospectColumns: readonly Column<ProspectRow>[] = [
  {
    id: 'name',
    exportedAs: ['name', 'contact'],
    header: 'Prospect',
    cell: ({ name, contact }) => (contact ? <TwoLines first={name} second={contact} /> : name),
    sortable: true,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <ProspectStatusBadge status={status} />, phone: 'corner' },
  {
    id: 'followUpDate',
    header: 'Follow-up',
    cell: (prospect) => <FollowUp prospect={prospect} />,
    sortable: true,
    phone: true,
  },
  {
    id: 'reach',
    exportedAs: ['email', 'phone'],
    header: 'Email, phone',
    cell: ({ email, phone }) => (email && phone ? <TwoLines first={email} second={phone} /> : (email ?? phone ?? none)),
    phone: true,
  },
  { id: 'country', header: 'Country', cell: ({ country }) => country ?? none },
  { id: 'source', header: 'Source', cell: ({ source }) => source ?? none, extra: true },
  { id: 'owner', header: 'Owner', cell: ({ owner }) => owner?.name ?? none },
  { id: 'labels', header: 'Labels', cell: ({ labels }) => labels.join(', ') || none, extra: true },
  {
    id: 'notes',
    header: 'Notes',
    width: '25%',
    cell: ({ notes }) => <span className="line-clamp-2 text-secondary">{notes ?? none}</span>,
    extra: true,
  },
  { id: 'account', header: 'Customer', cell: ({ account }) => account?.name ?? none, extra: true },
  { id: 'createdAt', header: 'Added', cell: ({ createdAt }) => <RelativeTime at={createdAt} />, sortable: true },
]
