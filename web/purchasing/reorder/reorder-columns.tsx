import { CircleHelp } from 'lucide-react'
import { Link } from 'react-router'
import { formatAmount } from '#shared/money.ts'
import { type ReorderNeed, reorderNeedNames } from '#shared/purchasing/reorder/reorder.ts'
import type { ReorderItem } from '#shared/purchasing/reorder/api.ts'
import { paths } from '#web/paths.ts'
import { type ReorderSelection, worthOf } from './use-reorder-selection.ts'
import { ReorderQuantity } from './reorder-quantity.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

const tones: Record<ReorderNeed, Tone> = { waiting: 'bad', out: 'bad', low: 'warn', soon: 'info' }

export const itemPath = ({ id, kind }: Pick<ReorderItem, 'id' | 'kind'>) =>
  kind === 'product' ? paths.product(id) : paths.rawMaterial(id)

const pieces = (count: number) => count.toLocaleString()

type ColumnChoices = {
  /** The header of the item column: the supplier. */
  header: string
  /** The header of the quantity column: the total cost. */
  total: string | undefined
  /** Undefined for users who may not order. */
  choice: ReorderSelection | undefined
  onExplain: (item: ReorderItem) => void
}

/** The columns of the low items, with the quantity to order. Fixed widths align the tables of all suppliers. */
export function reorderColumns({ header, total, choice, onExplain }: ColumnChoices): Column<ReorderItem>[] {
  return [
    {
      id: 'name',
      header,
      cell: (item) => (
        <span className="wrap-anywhere block min-w-32 whitespace-normal py-1 leading-5">
          <Link to={itemPath(item)} title={item.name} className="line-clamp-3 hover:underline">
            {item.name}
          </Link>
          <span className="block font-normal text-muted text-xs">{item.sku}</span>
        </span>
      ),
    },
    {
      id: 'need',
      width: '7.25rem',
      header: 'Why',
      cell: (item) => <StatusBadge tone={tones[item.need]}>{reorderNeedNames[item.need]}</StatusBadge>,
      phone: 'corner',
    },
    {
      id: 'available',
      width: '8.5rem',
      header: 'Available',
      cell: (item) => (
        <TwoLines
          align="end"
          first={pieces(item.available)}
          second={item.waiting > 0 ? `${pieces(item.waiting)} backordered` : `reorder point ${pieces(item.lowAt)}`}
        />
      ),
      align: 'end',
      phone: true,
    },
    {
      id: 'onOrder',
      width: '4.5rem',
      header: 'On order',
      cell: (item) =>
        item.inDrafts > 0 ? (
          <TwoLines align="end" first={pieces(item.onOrder)} second={`${pieces(item.inDrafts)} in drafts`} />
        ) : (
          pieces(item.onOrder)
        ),
      align: 'end',
      phone: true,
    },
    {
      id: 'consumed',
      width: '5.25rem',
      header: 'Used',
      cell: (item) => <TwoLines align="end" first={pieces(item.consumed)} second="in 90 days" />,
      align: 'end',
      phone: true,
    },
    {
      id: 'leadTime',
      width: '5rem',
      header: 'Lead time',
      cell: ({ leadTimeDays, leadTimeIsDefault }) => (
        <TwoLines
          align="end"
          first={`${pieces(leadTimeDays)} ${leadTimeDays === 1 ? 'day' : 'days'}`}
          second={leadTimeIsDefault ? 'default' : 'its own'}
        />
      ),
      align: 'end',
      phone: true,
    },
    {
      id: 'pack',
      width: '6rem',
      header: 'MOQ',
      cell: ({ moq, pcsPerCase }) => (
        <TwoLines align="end" first={moq === null ? 'None' : pieces(moq)} second={`${pieces(pcsPerCase)} a case`} />
      ),
      align: 'end',
      phone: true,
    },
    {
      id: 'quantity',
      width: '8rem',
      header: choice ? 'Order' : 'Suggested',
      total,
      cell: (item) =>
        choice ? (
          <ReorderQuantity item={item} choice={choice} />
        ) : (
          <TwoLines
            align="end"
            first={pieces(item.quantity)}
            second={formatDecimalInput(formatAmount(worthOf(item, item.quantity)), 2)}
          />
        ),
      align: 'end',
      phone: true,
    },
    {
      id: 'explain',
      width: '3rem',
      header: 'Explanation',
      hideHeader: true,
      cell: (item) => (
        <IconButton size="sm" label={`Reorder calculation for ${item.name}`} onClick={() => onExplain(item)}>
          <CircleHelp aria-hidden />
        </IconButton>
      ),
      phone: 'corner',
    },
  ]
}
