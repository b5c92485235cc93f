import { whyNotCount } from '#shared/inventory/counts/count-transitions.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { countsApi } from '#shared/inventory/counts/api.ts'
import type { CountDocument, CountLine } from '#shared/inventory/counts/count.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { listTable } from '#web/lists/list-table.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { RecountButton } from './recount-button.tsx'
import { hasLot, signed } from './count-labels.ts'
import { ExpiryDate } from '#web/inventory/stock/expiry-date.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Badge } from '#web/ui/badge.tsx'
import { BulkBar } from '#web/ui/table/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

const none = <span className="text-muted">–</span>
const figure = (value: number | null) => (value === null ? none : value.toLocaleString())

/** Per line: expected, counted, the difference in pieces and value, and the movements since. */
const columnsOf = (currency: string, isReviewed: boolean, hasOnePlace: boolean): Column<CountLine>[] => [
  {
    id: 'product',
    header: 'Product',
    cell: ({ product }) => (
      <TwoLines
        first={
          <Link to={paths.product(product.id)} className="link">
            {product.name}
          </Link>
        }
        second={product.sku}
      />
    ),
  },
  {
    id: 'lot',
    header: 'Lot',
    cell: (line) =>
      hasLot(line) ? <TwoLines first={line.lot.lotNumber} second={<ExpiryDate date={line.lot.expiryDate} />} /> : none,
    phone: true,
  },
  ...(hasOnePlace
    ? []
    : [{ id: 'location', header: 'Location', cell: ({ location }: CountLine) => location.name, phone: true }]),
  ...(isReviewed
    ? [
        {
          id: 'expected',
          header: 'Expected',
          align: 'end' as const,
          cell: ({ expected }: CountLine) => figure(expected),
          phone: true,
        },
      ]
    : []),
  { id: 'counted', header: 'Counted', align: 'end', cell: ({ counted }) => figure(counted), phone: true },
  ...(isReviewed
    ? [
        {
          id: 'difference',
          header: 'Difference',
          align: 'end' as const,
          cell: ({ difference }: CountLine) => <Difference pieces={difference} />,
          phone: true,
        },
        {
          id: 'value',
          header: `Value, ${currency}`,
          align: 'end' as const,
          cell: ({ value }: CountLine) => (value === null ? none : formatDecimalInput(value, 2)),
          phone: true,
        },
        {
          id: 'movedSince',
          header: 'Movements since',
          align: 'end' as const,
          cell: ({ movedSince }: CountLine) => (movedSince ? signed(movedSince) : none),
          phone: true,
        },
      ]
    : []),
  { id: 'state', header: 'State', cell: (line) => <LineState line={line} />, phone: 'corner' },
  { id: 'countedBy', header: 'Counted by', cell: ({ countedBy }) => countedBy ?? none },
]

function Difference({ pieces }: { pieces: number | null }) {
  if (pieces === null) return none
  return (
    <span className={cn('font-medium', pieces < 0 && 'text-bad', pieces > 0 && 'text-good')}>{signed(pieces)}</span>
  )
}

function LineState({ line: { state, added, rounds } }: { line: CountLine }) {
  if (state === 'recount') return <Badge tone="warn">Count again</Badge>
  if (state === 'open') return <Badge>Not counted</Badge>
  return (
    <span className="inline-flex gap-1.5">
      {added && <Badge tone="info">Not expected</Badge>}
      <Badge tone="good">{rounds > 1 ? `Counted ${rounds} times` : 'Counted'}</Badge>
    </span>
  )
}

const shows = [
  { value: 'all', label: 'All lines' },
  { value: 'different', label: 'Differences' },
  { value: 'todo', label: 'Not counted' },
]

/** The lines of a count; during review those that differ, to select for a recount. */
export function CountLines({ count }: { count: CountDocument }) {
  const { id, number, status, blind } = count
  const isReviewed = status === 'REVIEW' || status === 'APPLIED'
  const list = useListParams(countsApi.listCountLines)
  const usual = isReviewed && count.lines.different !== 0 ? 'different' : 'all'
  const show = (list.filters.show ?? usual) as 'all' | 'todo' | 'different'
  const lines = useApiQuery(
    countsApi.listCountLines,
    { params: { id }, query: { ...list.query, show } },
    { keepPrevious: true },
  )
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { currency } = useSettings()
  const mayEdit = useCan('inventory.edit')
  const mayRecount = !whyNotCount('recount', { number, status }) && mayEdit
  const clear = () => setSelected(new Set())
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <FilterBar search={{ label: 'Search lines', ...list.search }} total={list.total(lines)}>
        <FilterSelect
          label="Show"
          value={show === 'all' ? '' : show}
          allLabel="All lines"
          onChange={(value) => list.filter('show').onChange(value || 'all')}
          options={shows.filter(({ value }) => value !== 'all' && (value !== 'different' || isReviewed || !blind))}
        />
      </FilterBar>
      <DataTable
        {...listTable(list, lines)}
        label="Lines of the count"
        columns={columnsOf(currency, isReviewed || !blind, count.location !== null)}
        rowId={(line) => line.id}
        {...(mayRecount && { selected, onSelectedChange: setSelected })}
        empty={
          <EmptyState
            kind="no-match"
            title={show === 'different' ? 'No line differs' : 'No lines match'}
            action={
              (list.isNarrowed || show !== 'all') && (
                <Button
                  onClick={() => {
                    list.clearAll()
                    list.filter('show').onChange('all')
                  }}
                >
                  Show all lines
                </Button>
              )
            }
          />
        }
      />
      {mayRecount && (
        <BulkBar count={selected.size} onClear={clear}>
          <RecountButton id={id} lines={[...selected]} onDone={clear} />
        </BulkBar>
      )}
    </div>
  )
}
