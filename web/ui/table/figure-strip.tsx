import type { ReactNode } from 'react'
import { cn } from '#web/ui/class-names.ts'
import { useStrip } from './strip.ts'

/**
 * Some figures of a list page in one low row. If there is room beside the title, they are the `status` of the page
 * header, otherwise they come after the list (`place`), so that they don't push rows down. Children use `stripFigure` and
 * a `StripValue`.
 */
export function FigureStrip({ place, children }: { place: 'header' | 'after-list'; children: ReactNode }) {
  const strip = useStrip<HTMLDivElement>(place)
  return (
    <div
      ref={strip}
      data-chrome
      className={cn(
        'flex min-w-0 gap-1.5 data-[after]:mask-r-from-[calc(100%-2.5rem)] data-[before]:mask-l-from-[calc(100%-2.5rem)]',
        place === 'header'
          ? 'flex-1 basis-0 overflow-x-auto [scrollbar-width:none] max-xl:hidden'
          : 'mt-3 flex-wrap max-sm:grid max-sm:grid-cols-2 max-sm:[&>:last-child:nth-child(odd)]:col-span-2 xl:hidden',
      )}
    >
      {children}
    </div>
  )
}

/** The style of a figure, or of a link around it. */
export const stripFigure =
  'flex h-7 shrink-0 items-center gap-1.5 rounded-md border border-line bg-card px-2 text-table [a&:hover]:border-line-control aria-[current=true]:border-accent'

/** "Failed 12"; a pulsing dash while loading. */
export function StripValue({ label, value }: { label: string; value: ReactNode }) {
  return (
    <>
      <span className="text-secondary">{label}</span>
      <span className={cn('figures font-medium', value === undefined && 'animate-breathe text-muted')}>
        {value ?? '–'}
      </span>
    </>
  )
}
