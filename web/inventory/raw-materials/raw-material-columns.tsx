import type { RawMaterialRow } from '#shared/inventory/raw-materials/api.ts'
import { StockStatusBadge } from '#web/inventory/stock/stock-status-badge.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

const pieces = (count: number) => count.toLocaleString()
const none = <span className="text-muted">–</span>

/** The columns of the raw material list; costs are in the company's currency. */
export const rawMaterialColumns = (currency: string): Column<RawMaterialRow>[] => [
  {
    id: 'name',
    exportedAs: ['name', 'sku'],
    header: 'Raw material',
    cell: ({ name, sku }) => <TwoLines first={name} second={sku} className="max-w-52 max-md:max-w-full 2xl:max-w-96" />,
    sortable: true,
  },
  {
    id: 'type',
    exportedAs: ['type', 'supplier'],
    header: 'Type, supplier',
    cell: ({ materialType, supplier }) => (
      <TwoLines
        first={materialType}
        second={supplier?.name ?? 'No supplier'}
        className="max-w-40 max-lg:max-w-48 2xl:max-w-60"
      />
    ),
    phone: true,
  },
  {
    id: 'location',
    header: 'Location',
    cell: ({ location }) =>
      location ? (
        <TwoLines first={location.name} second={location.type} className="max-w-36 max-lg:max-w-48 2xl:max-w-60" />
      ) : (
        none
      ),
  },
  { id: 'onHand', header: 'On hand', cell: ({ onHand }) => pieces(onHand), align: 'end' },
  { id: 'committed', header: 'Reserved', cell: ({ committed }) => pieces(committed), align: 'end' },
  {
    id: 'available',
    header: 'Available',
    cell: ({ available }) => <span className="font-medium">{pieces(available)}</span>,
    align: 'end',
    phone: true,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ stockStatus }) => <StockStatusBadge status={stockStatus} />,
    phone: 'corner',
  },
  {
    id: 'cost',
    header: `Unit cost, ${currency}`,
    cell: ({ cost }) => formatDecimalInput(cost, 2),
    align: 'end',
    phone: true,
  },
]
