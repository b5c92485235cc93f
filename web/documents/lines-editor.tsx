import { Plus, X } from 'lucide-react'
import type { ClipboardEventHandler, CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { isInside } from '#web/ui/inside.ts'

export type EditorColumn = {
  header: string
  /** Of a column of a grid. */
  width: string
  isNumber?: boolean
  /** There is a column for it only where there is much room; else its cell is an ExtraCell below another. */
  isExtra?: boolean
}

/** Of what a line comes to, with room for hundreds of millions. */
export const lineTotalColumn = { width: '8rem', isNumber: true }

type LinesEditorProps = {
  title: string
  help?: ReactNode
  columns: readonly (EditorColumn | false)[]
  /** Without a card of its own, and of rows that are as high as their fields, with names on one line: in a dialog. */
  isBare?: boolean
  /** No line is added or removed. */
  isFixed?: boolean
  onPaste?: ClipboardEventHandler
  /** Below the lines: what could not be added, buttons. */
  foot?: ReactNode
  /** EditedLines. */
  children: ReactNode
}

/** The lines of a document that is edited: a table by the width of its own container, or a card for each line. */
export function LinesEditor(props: LinesEditorProps) {
  const { title, help, columns, isBare, isFixed, onPaste, foot, children } = props
  const shown = columns.filter((column) => column !== false)
  const widths = (all: readonly EditorColumn[]) =>
    [...all.map(({ width }) => width), ...(isFixed ? [] : ['2.25rem'])].join(' ')
  const grid = {
    '--columns': widths(shown.filter(({ isExtra }) => !isExtra)),
    '--columns-wide': widths(shown),
  } as CSSProperties
  const lines = (
    <div
      className={cn(
        '@container/editor',
        isBare && 'tabular:[&_[data-name]]:line-clamp-1 rounded-md border border-line tabular:[&>[role=group]]:py-0.5',
      )}
      style={grid}
      onPaste={onPaste}
    >
      {shown.length > 0 && (
        <div
          aria-hidden
          className={cn('hidden border-line border-y bg-subtle px-5 py-2 font-medium text-muted text-table', tracks)}
        >
          {shown.map(({ header, isNumber, isExtra }) => (
            <span key={header} className={cn(isNumber && 'text-right', isExtra && 'tabular-wide:inline hidden')}>
              {header}
            </span>
          ))}
        </div>
      )}
      {children}
      {foot && (
        <div className={cn('flex flex-col gap-3 px-5 py-4 carded:px-4', shown.length === 0 && 'pt-0')}>{foot}</div>
      )}
    </div>
  )
  if (isBare) return <section aria-label={title}>{lines}</section>
  return (
    <Card flush title={title} help={help}>
      {lines}
    </Card>
  )
}

const tracks = 'tabular:grid tabular:grid-cols-(--columns) tabular-wide:grid-cols-(--columns-wide) tabular:gap-x-2'

type EditedLineProps = {
  /** "Line 2" */
  label: string
  onKeyDown?: (event: KeyboardEvent) => void
  /** Nothing for a line that is not to be removed. */
  onRemove?: () => void
  /** Cells in the order of the columns; the first names the line. */
  children: ReactNode
}

/** A line that is edited. Its labels are for everybody in a card and below another cell, for screen readers in a column. */
export function EditedLine({ label, onKeyDown, onRemove, children }: EditedLineProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid's row in every browser
    <div
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={cn(
        'relative border-line border-b px-5 py-2 tabular:items-start tabular:[&>:not([data-extra])_[data-field-label]]:sr-only tabular-wide:[&_[data-field-label]]:sr-only',
        'carded:grid carded:grid-cols-[repeat(auto-fill,minmax(min(100%,7.5rem),1fr))] carded:items-start carded:gap-3 carded:px-4 carded:py-3',
        tracks,
      )}
    >
      {children}
      {onRemove && (
        <IconButton
          label={`Remove ${label.toLowerCase()}`}
          onClick={onRemove}
          className="carded:absolute carded:top-2 carded:right-2"
        >
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

/** The first cell of a line: a card's whole width, less the button that removes it. */
export const LineHead = ({ children }: { children: ReactNode }) => (
  <div className="tabular:row-span-2 min-w-0 tabular-wide:row-span-1 carded:col-span-full carded:pr-10">{children}</div>
)

/** Halves of what three columns take. */
const half = 'tabular:col-span-3 tabular:col-start-2 tabular:w-[calc(50%-0.25rem)] tabular-wide:w-auto'
const places = {
  firstHalf: half,
  secondHalf: cn(half, 'tabular:justify-self-end tabular-wide:justify-self-auto'),
  second: 'tabular:col-start-2',
  secondAndThird: 'tabular:col-span-2 tabular:col-start-2',
  thirdAndFourth: 'tabular:col-span-2 tabular:col-start-3',
}

type ExtraCellProps = { below: keyof typeof places; className?: string; children?: ReactNode }

/** A cell below those of other columns where there is no room for a column of its own. */
export const ExtraCell = ({ below, className, children }: ExtraCellProps) => (
  <div
    data-extra
    className={cn(
      'min-w-0 tabular:row-start-2 tabular:mt-2 tabular-wide:col-auto tabular-wide:row-auto tabular-wide:mt-0',
      places[below],
      className,
    )}
  >
    {children}
  </div>
)

/** A figure of a line that follows from its fields. */
export function LineFigure({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <p className="figures flex min-h-(--control) flex-col justify-center tabular:items-end carded:justify-start">
      <span className="tabular:sr-only mb-1.5 text-muted text-xs">{label} </span>
      <span>{children || <span className="text-muted">–</span>}</span>
      {note}
    </p>
  )
}

export const AddLine = ({ label = 'Add line', onClick }: { label?: string; onClick: () => void }) => (
  <Button variant="ghost" className="-ml-3.5 self-start" onClick={onClick}>
    <Plus aria-hidden />
    {label}
  </Button>
)

type LineKeys = {
  count: () => number
  isBlank: (at: number) => boolean
  focus: (at: number) => void
  append: (at: number) => void
}

/** Enter in a field goes to the line below, which is added where there is none and this one is not blank itself. */
export const goBelowOnEnter = (lines: LineKeys) => (event: KeyboardEvent, at: number) => {
  if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return
  // With Ctrl it saves the form.
  if (event.ctrlKey || event.metaKey || !isInside(event)) return
  event.preventDefault()
  if (at < lines.count() - 1) lines.focus(at + 1)
  else if (!lines.isBlank(at)) lines.append(at + 1)
}
