import { Children, type CSSProperties, createContext, type ReactNode } from 'react'
import { parseDocumentNumber } from '#shared/codes/document-number.ts'
import { cn } from './class-names.ts'
import { unbrokenNumbers } from './table/unbroken-numbers.tsx'

/** The title of the surrounding card or table, for error messages inside it ("… could not be loaded"). */
export const PartName = createContext<string | undefined>(undefined)

export type CardProps = {
  title?: string
  /** One line of text below the title. */
  help?: ReactNode
  /** A small button or menu to the right of the title. */
  action?: ReactNode
  /** Without padding, for content with its own padding: a table, list or chart. */
  flush?: boolean
  children: ReactNode
  className?: string
}

/** A framed section of a page. Don't nest cards. */
export function Card({ title, help, action, flush = false, children, className }: CardProps) {
  const isNumber = title !== undefined && parseDocumentNumber(title) !== null
  return (
    <section data-card className={cn('min-w-0 rounded-lg border border-line bg-card', className)}>
      {title && (
        <header className={cn('flex flex-wrap items-start gap-3 px-5 pt-4 max-md:px-4', flush && 'pb-3')}>
          <div className={cn('flex-1', isNumber ? 'min-w-min' : 'min-w-0')}>
            <h2 className="font-semibold text-base">{unbrokenNumbers(title)}</h2>
            {help && <p className="text-pretty text-muted text-xs">{help}</p>}
          </div>
          {action && <div className="-my-1 flex shrink-0 items-center gap-2">{action}</div>}
        </header>
      )}
      <div className={cn(!flush && 'p-5 max-md:p-4', !flush && title && 'pt-3 max-md:pt-3 empty:pt-0')}>
        <PartName value={title}>{children}</PartName>
      </div>
    </section>
  )
}

export type FigureProps = {
  label: string
  value: ReactNode
  /** Comparison: "12% more than October". */
  note?: ReactNode
  loading?: boolean
}

/** Reduces the font size of long numbers: a number that is cut off or wrapped would be misread. */
function sizeOf(value: ReactNode): string {
  const length = typeof value === 'string' ? value.length : 0
  if (length <= 6) return 'text-2xl'
  if (length <= 9) return 'text-2xl max-md:text-xl'
  return length <= 12 ? 'text-xl max-md:text-base' : 'text-base max-md:text-sm max-[22.5rem]:text-xs'
}

/** A key figure with a label above and a note below. */
export function Figure({ label, value, note, loading = false }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-pretty text-muted text-table">{label}</p>
      <p
        className={cn(
          'figures wrap-normal font-semibold tracking-tight',
          sizeOf(value),
          loading && 'animate-breathe text-muted',
        )}
      >
        {loading ? '–' : value}
      </p>
      {note && <p className="text-pretty text-muted text-xs">{note}</p>}
    </div>
  )
}

/**
 * Minimum width of a tile by their number, so that five to eight tiles fill their rows; two columns on a phone, where the
 * last odd one spans the row.
 */
const leastWidths: Readonly<Record<number, string>> = {
  // All four in one row or two by two, never three and one.
  4: 'clamp(10.5rem, (46rem - 100%) * 999, 40%)',
  5: '10.5rem',
  6: '16rem',
}

export const Tiles = ({ children }: { children: ReactNode }) => (
  <div
    style={{ '--tile': leastWidths[Children.toArray(children).length] ?? '13rem' } as CSSProperties}
    className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,var(--tile)),1fr))] gap-4 max-sm:grid-cols-2 max-sm:[&>:last-child:nth-child(odd)]:col-span-2"
  >
    {children}
  </div>
)
