import { Check, ChevronRight, CloudOff, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { type CountingLine, isToDo } from './counting-lines.ts'
import { hasLot } from './count-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchInput } from '#web/ui/table/search-input.tsx'

type CountingListProps = {
  lines: readonly CountingLine[]
  onOpen: (lineId: string) => void
  onFinish: () => void
}

/** Rows shown at first: rendering a thousand is too slow on a phone. */
const initialLimit = 60

/** The count lines in shelf order, with search. */
export function CountingList({ lines, onOpen, onFinish }: CountingListProps) {
  const [typed, setTyped] = useState('')
  const [all, setAll] = useState(false)
  const [limit, setLimit] = useState(initialLimit)
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const toDo = lines.filter(isToDo)
  const found = (all || words.length > 0 ? lines : toDo).filter((line) => {
    const text = `${line.product.name} ${line.product.sku} ${line.product.barcode ?? ''} ${line.lot.lotNumber} ${line.location.name}`
    return words.every((word) => text.toLowerCase().includes(word))
  })
  return (
    <>
      <div className="flex flex-col gap-3">
        <SearchInput label="Search lines" value={typed} onChange={setTyped} className="max-w-none" />
        <div role="group" aria-label="Show" className="grid grid-cols-2 gap-2">
          <Button size="lg" aria-pressed={!all} variant={all ? 'ghost' : 'secondary'} onClick={() => setAll(false)}>
            To count <span className="figures text-muted">{toDo.length.toLocaleString()}</span>
          </Button>
          <Button size="lg" aria-pressed={all} variant={all ? 'secondary' : 'ghost'} onClick={() => setAll(true)}>
            All <span className="figures text-muted">{lines.length.toLocaleString()}</span>
          </Button>
        </div>
      </div>
      {toDo.length === 0 && words.length === 0 && !all ? (
        <Card flush>
          <EmptyState
            kind="nothing"
            title="Every line is counted"
            action={
              <Button variant="primary" size="lg" onClick={onFinish}>
                Finish counting
              </Button>
            }
          >
            Unexpected items can still be scanned and added.
          </EmptyState>
        </Card>
      ) : found.length === 0 ? (
        <Card flush>
          <EmptyState kind="no-match" title="No lines match" />
        </Card>
      ) : (
        <ul aria-label="Lines to count" className="flex flex-col gap-2">
          {found.slice(0, limit).map((line, at) => (
            <li key={line.id}>
              {line.location.id !== found[at - 1]?.location.id && (
                <h2 className="pt-2 pb-1.5 font-semibold text-secondary">{line.location.name}</h2>
              )}
              <LineButton line={line} onOpen={() => onOpen(line.id)} />
            </li>
          ))}
        </ul>
      )}
      {found.length > limit && (
        <Button size="lg" onClick={() => setLimit(limit + 200)}>
          Show more ({(found.length - limit).toLocaleString()})
        </Button>
      )}
      {toDo.length > 0 && toDo.length < lines.length && (
        <Button size="lg" variant="ghost" onClick={onFinish}>
          Finish counting
        </Button>
      )}
    </>
  )
}

function LineButton({ line, onOpen }: { line: CountingLine; onOpen: () => void }) {
  const { product, lot, unsent, state, counted, isBeingPicked, picking } = line
  const details = [
    product.sku,
    hasLot(line) && `Lot ${lot.lotNumber}`,
    lot.expiryDate && `exp. ${formatDay(lot.expiryDate)}`,
  ]
  return (
    <button
      type="button"
      onClick={onOpen}
      className={cn(
        'flex min-h-16 w-full items-center gap-3 rounded-lg border border-line bg-card px-4 py-3 text-left hover:bg-subtle',
        state === 'recount' && !unsent && 'border-warn',
      )}
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="text-pretty font-medium text-base">{product.name}</span>
        <span className="text-pretty text-muted text-table">{details.filter(Boolean).join(' · ')}</span>
        {isBeingPicked && (
          <span className="text-table text-warn">{picking?.toLocaleString() ?? 'Some'} being picked</span>
        )}
      </span>
      <span className="flex shrink-0 items-center gap-2 text-table">
        {unsent ? (
          <>
            <span className="figures font-semibold text-base">{unsent.counted.toLocaleString()}</span>
            <CloudOff aria-label="Not saved yet" size={18} className="text-warn" />
          </>
        ) : state === 'counted' ? (
          <>
            <span className="figures font-semibold text-base">{counted?.toLocaleString()}</span>
            <Check aria-label="Counted" size={18} className="text-good" />
          </>
        ) : state === 'recount' ? (
          <span className="flex items-center gap-1.5 font-medium text-warn">
            <RotateCcw aria-hidden size={16} />
            Count again
          </span>
        ) : (
          <ChevronRight aria-hidden size={18} className="text-muted" />
        )}
      </span>
    </button>
  )
}
