import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

/** Number of rows; beyond a limit the server stops counting. */
export type Total = number | { moreThan: number }

export type PaginationProps = {
  /** Position of the first row shown, from 1. */
  from: number
  /** How many rows are shown. */
  shown: number
  total: Total | undefined
  /** Undefined on the first page: the button is disabled. */
  onPrevious: (() => void) | undefined
  /** Undefined on the last page. */
  onNext: (() => void) | undefined
}

/** Position in a long list, with buttons for the previous and next page. */
export function Pagination({ from, shown, total, onPrevious, onNext }: PaginationProps) {
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 text-table">
      <p className="figures pl-1 text-muted">{describeRange(from, shown, total)}</p>
      <div className="flex gap-2">
        <Button size="sm" disabled={!onPrevious} onClick={onPrevious}>
          <ChevronLeft aria-hidden />
          Previous
        </Button>
        <Button size="sm" disabled={!onNext} onClick={onNext}>
          Next
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  )
}

/** "1–50 of 10,324", "1–50 of more than 10,000", "0 results". */
function describeRange(from: number, shown: number, total: Total | undefined) {
  if (shown === 0) return '0 results'
  const range = `${from.toLocaleString()}–${(from + shown - 1).toLocaleString()}`
  return total === undefined ? range : `${range} of ${describeTotal(total)}`
}

/** "10,324" or "more than 10,000". */
export function describeTotal(total: Total) {
  return typeof total === 'number' ? total.toLocaleString() : `more than ${total.moreThan.toLocaleString()}`
}

/** The total of a page as the server sends it. */
export function totalOf(page: { total: number; totalIsMore: boolean }): Total {
  return page.totalIsMore ? { moreThan: page.total } : page.total
}
