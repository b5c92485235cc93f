import { inOneLine } from '#shared/in-one-line.ts'
import type { Account, Supplier } from '#shared/crm/partners/api.ts'
import { priceTierNames } from '#shared/inventory/stock/price-tiers.ts'
import { PartnerStatus } from './partner-status.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

const none = <span className="text-muted">–</span>

const shared = {
  name: { id: 'name', header: 'Name', cell: ({ name }: Supplier | Account) => name, sortable: true },
  email: { id: 'email', header: 'Email', cell: ({ email }: Supplier | Account) => email ?? none },
  phone: { id: 'phone', header: 'Phone', cell: ({ phone }: Supplier | Account) => phone ?? none },
  address: {
    id: 'address',
    header: 'Address',
    cell: ({ address }: Supplier | Account) => (address ? unbrokenAddress(inOneLine(address)) : none),
    extra: true,
  },
  country: { id: 'country', header: 'Country', cell: ({ country }: Supplier | Account) => country ?? none },
  taxNumber: {
    id: 'taxNumber',
    header: 'Tax number',
    cell: ({ taxNumber }: Supplier | Account) => taxNumber ?? none,
    extra: true,
  },
  labels: {
    id: 'labels',
    header: 'Labels',
    cell: ({ labels }: Supplier | Account) =>
      labels.length === 0 ? (
        none
      ) : (
        <span className="flex flex-wrap gap-1">
          {labels.map((label) => (
            <Badge key={label}>{label}</Badge>
          ))}
        </span>
      ),
  },
  status: {
    id: 'status',
    header: 'Status',
    cell: ({ status }: Supplier | Account) => <PartnerStatus status={status} />,
    phone: 'corner',
  },
  lastOrderDate: {
    id: 'lastOrderDate',
    header: 'Last order',
    cell: ({ lastOrderDate }: Supplier | Account) => (lastOrderDate ? formatDay(lastOrderDate) : none),
    sortable: true,
    align: 'end',
    phone: true,
  },
  notes: {
    id: 'notes',
    header: 'About',
    cell: ({ notes }: Supplier | Account) => <span className="line-clamp-2 text-secondary">{notes ?? none}</span>,
    extra: true,
  },
  createdAt: {
    id: 'createdAt',
    header: 'Added',
    cell: ({ createdAt }: Supplier | Account) => <RelativeTime at={createdAt} />,
    sortable: true,
    extra: true,
  },
} as const

/** The columns of the customer list. */
export const customerColumns = (currency: string): Column<Account>[] => [
  shared.name,
  { id: 'code', header: 'Code', cell: ({ code }) => code ?? none, phone: true },
  shared.country,
  { id: 'priceTier', header: 'Price tier', cell: (account) => priceTierNames[account.priceTier], phone: true },
  shared.labels,
  shared.status,
  { id: 'orders', header: 'Orders', cell: ({ orders }) => orders.toLocaleString(), align: 'end', phone: true },
  shared.lastOrderDate,
  { id: 'owner', header: 'Account owner', cell: ({ owner }) => owner?.name ?? none, extra: true },
  { ...shared.email, extra: true },
  { ...shared.phone, extra: true },
  shared.address,
  shared.taxNumber,
  {
    id: 'paymentTermsDays',
    header: 'Payment terms, days',
    cell: ({ paymentTermsDays }) => paymentTermsDays.toLocaleString(),
    align: 'end',
    extra: true,
  },
  {
    id: 'creditLimit',
    header: `Credit limit, ${currency}`,
    cell: ({ creditLimit }) => (creditLimit === null ? none : formatDecimalInput(creditLimit, 2)),
    align: 'end',
    extra: true,
  },
  shared.notes,
  shared.createdAt,
]

/** The columns of the supplier list. */
export const supplierColumns: Column<Supplier>[] = [
  shared.name,
  { ...shared.email, phone: true },
  { ...shared.phone, phone: true },
  shared.country,
  shared.labels,
  shared.status,
  { id: 'products', header: 'Products', cell: ({ products }) => products.toLocaleString(), align: 'end', phone: true },
  shared.lastOrderDate,
  shared.address,
  shared.taxNumber,
  shared.notes,
  shared.createdAt,
]
