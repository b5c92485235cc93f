import { Plus, X } from 'lucide-react'
import type { ClipboardEventHandler, CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { isInside } from '#web/ui/inside.ts'

export type EditorColumn = {
  header: string
  /** The width of a grid column. */
  width: string
  isNumber?: boolean
  /** Has a column only in wide containers; else its cell is an ExtraCell below another. */
  isExtra?: boolean
}

/** The column of line totals, wide enough for hundreds of millions. */
export const lineTotalColumn = { width: '8rem', isNumber: true }

type LinesEditorProps = {
  title: string
  help?: ReactNode
  columns: readonly (EditorColumn | false)[]
  /** For dialogs: without a card, with compact rows and names on one line. */
  isBare?: boolean
  /** Lines can't be added or removed. */
  isFixed?: boolean
  onPaste?: ClipboardEventHandler
  /** Shown below the lines: errors of added lines, buttons. */
  foot?: ReactNode
  /** EditedLine elements. */
  children: ReactNode
}

/** The line editor of a document: a table if its container is wide enough, else a card per line. */
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
  /** Undefined if the line can't be removed. */
  onRemove?: () => void
  /** Cells in the order of the columns; the first one names the line. */
  children: ReactNode
}

/** A line in the editor. Its labels are visible in a card and below other cells; in a column they are for screen readers only. */
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

/** The first cell of a line: in a card the full width, except for the remove button. */
export const LineHead = ({ children }: { children: ReactNode }) => (
  <div className="tabular:row-span-2 min-w-0 tabular-wide:row-span-1 carded:col-span-full carded:pr-10">{children}</div>
)

/** Each half of the width of three columns. */
const half = 'tabular:col-span-3 tabular:col-start-2 tabular:w-[calc(50%-0.25rem)] tabular-wide:w-auto'
const places = {
  firstHalf: half,
  secondHalf: cn(half, 'tabular:justify-self-end tabular-wide:justify-self-auto'),
  second: 'tabular:col-start-2',
  secondAndThird: 'tabular:col-span-2 tabular:col-start-2',
  thirdAndFourth: 'tabular:col-span-2 tabular:col-start-3',
}

type ExtraCellProps = { below: keyof typeof places; className?: string; children?: ReactNode }

/** A cell that is placed below other columns if there is no space for a column of its own. */
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

/** A number of a line that is calculated from its fields. */
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

/** Enter moves to the next line. After the last one it adds a line, unless the last one is blank. */
export const goBelowOnEnter = (lines: LineKeys) => (event: KeyboardEvent, at: number) => {
  if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return
  // Ctrl+Enter saves the form.
  if (event.ctrlKey || event.metaKey || !isInside(event)) return
  event.preventDefault()
  if (at < lines.count() - 1) lines.focus(at + 1)
  else if (!lines.isBlank(at)) lines.append(at + 1)
}
