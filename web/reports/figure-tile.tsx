import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatPercent } from '#shared/format-percent.ts'
import { cn } from '#web/ui/class-names.ts'
import { Figure } from '#web/ui/card.tsx'

type Compared = {
  current: string | number
  previous: string | number | null
  yearAgo: string | number | null
  /** For figures that can be negative: a percentage can't express their change. */
  format?: (value: string | number) => string
  moreIsWorse?: boolean | undefined
}

type FigureTileProps = {
  label: string
  value: ReactNode
  /** The URL of the list that adds up to the figure. */
  to?: string | undefined
  /** The earlier values, for a note about the change. */
  compared?: Compared | undefined
  note?: ReactNode
  loading?: boolean
}

/** A figure of a report with its change, linked to the rows that it sums. */
export function FigureTile({ label, value, to, compared, note, loading = false }: FigureTileProps) {
  const tileClass = 'min-w-0 rounded-lg border border-line bg-card px-5 py-4 max-md:p-3.5'
  const figure = (
    <Figure
      label={label}
      value={value}
      note={note ?? (compared ? <Changes {...compared} /> : '\u00a0')}
      loading={loading}
    />
  )
  return to ? (
    <Link to={to} data-card className={cn(tileClass, 'transition-colors duration-150 hover:border-line-control')}>
      {figure}
    </Link>
  ) : (
    <div data-card className={tileClass}>
      {figure}
    </div>
  )
}

/** "12% more than the period before · 3% less than a year ago" */
function Changes({ current, previous, yearAgo, format = String, moreIsWorse = false }: Compared) {
  const parts = [
    previous !== null && { id: 'before', now: current, before: previous, than: 'the period before' },
    yearAgo !== null && { id: 'year', now: current, before: yearAgo, than: 'a year ago' },
  ].filter((part) => part !== false)
  return (
    <span className="flex flex-col">
      {parts.map(({ id, now, before, than }) => (
        <Change key={id} now={Number(now)} before={Number(before)} than={than} format={format} isWorse={moreIsWorse} />
      ))}
    </span>
  )
}

type ChangeProps = {
  now: number
  before: number
  than: string
  format: (value: number) => string
  isWorse: boolean
}

function Change({ now, before, than, format, isWorse }: ChangeProps) {
  if (before < 0 || (now < 0 && before > 0)) return <span>{`${format(before)} ${whenOf(than)}`}</span>
  if (before === 0) return <span>{now === 0 ? `None ${whenOf(than)} either` : `None ${whenOf(than)}`}</span>
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return <span>About the same as {than}</span>
  const Arrow = percent > 0 ? ArrowUpRight : ArrowDownRight
  return (
    <span>
      <span className={percent > 0 === isWorse ? 'text-bad' : 'text-good'}>
        <Arrow aria-hidden size={14} className="mr-0.5 inline align-text-bottom" />
        {formatPercent(Math.abs(percent).toLocaleString())} {percent > 0 ? 'more' : 'less'}
      </span>{' '}
      than {than}
    </span>
  )
}

const whenOf = (than: string) => (than === 'a year ago' ? 'a year ago' : 'in the period before')
