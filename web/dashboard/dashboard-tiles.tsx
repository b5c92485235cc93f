import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Dashboard } from '#shared/reports/api.ts'
import { dashboardFigures, type FigureName } from '#shared/reports/dashboard-figures.ts'
import { formatPercent } from '#shared/format-percent.ts'
import { changeOf, isZero, useMoney } from '#web/reports/public/amounts.ts'
import type { CardName } from './dashboard-cards.ts'
import { figureLink } from './figure-link.ts'
import { Figure, Tiles } from '#web/ui/card.tsx'

/** The chosen figures, each linked to the rows that it counts. */
export function DashboardTiles({ chosen, figures }: { chosen: readonly CardName[]; figures: Dashboard | undefined }) {
  const { whole } = useMoney()
  const { sales, lowStock, receivables } = figures ?? {}
  const ofProducts = lowStock && `of ${plural(lowStock.products, 'product')}`
  const tiles: Partial<Record<CardName, Omit<TileProps, 'label' | 'to'> & { name: FigureName }>> = {
    salesFigure: { name: 'sales', value: sales && whole(sales.total), note: sales && <Trend sales={sales} /> },
    lowStockFigure: { name: 'lowStock', value: lowStock?.low.toLocaleString(), note: ofProducts },
    outOfStockFigure: { name: 'outOfStock', value: lowStock?.out.toLocaleString(), note: ofProducts },
    receivablesFigure: {
      name: 'receivables',
      value: receivables && whole(receivables.due),
      note: receivables && `on ${plural(receivables.invoices, 'invoice')}`,
    },
  }
  const shown = chosen.flatMap((card) => {
    const tile = tiles[card]
    return tile ? [{ ...tile, label: dashboardFigures[tile.name].label }] : []
  })
  if (shown.length === 0) return null
  return (
    <Tiles>
      {shown.map(({ name, ...tile }) => (
        <Tile key={name} to={figures ? figureLink(name, figures) : ''} {...tile} />
      ))}
    </Tiles>
  )
}

type TileProps = { to: string; label: string; value: ReactNode; note: ReactNode }

function Tile({ to, label, value, note }: TileProps) {
  const isLoading = value === undefined || value === null
  return (
    <Link
      to={to}
      data-card
      className="min-w-0 rounded-lg border border-line bg-card px-5 py-4 transition-colors duration-150 hover:border-line-control max-md:p-3.5"
    >
      <Figure label={label} value={value} note={isLoading ? '\u00a0' : note} loading={isLoading} />
    </Link>
  )
}

/** The change of sales from the preceding period of the same length. */
function Trend({ sales: { total, previousTotal, orders } }: { sales: NonNullable<Dashboard['sales']> }) {
  if (previousTotal === null) return plural(orders, 'order')
  const change = changeOf(total, previousTotal)
  if (change === null) return isZero(total) ? 'None in the previous period either' : 'None in the previous period'
  if (change === 0) return 'Same as the previous period'
  const isMore = change > 0
  const Arrow = isMore ? ArrowUpRight : ArrowDownRight
  return (
    <>
      <span className={isMore ? 'text-good' : 'text-bad'}>
        <Arrow aria-hidden size={14} className="mr-0.5 inline align-text-bottom" />
        {formatPercent(Math.abs(change).toLocaleString())} {isMore ? 'more' : 'less'}
      </span>{' '}
      than before
    </>
  )
}

const plural = (count: number, noun: string) => `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`
