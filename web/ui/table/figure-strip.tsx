import type { ReactNode } from 'react'
import { cn } from '#web/ui/class-names.ts'
import { useStrip } from './strip.ts'

/**
 * A few figures of a list page in one low row: as the `status` of its header where there is room beside the name, else after the
 * list (`place`), so that they push no row down. Children look like `stripFigure`, with a `StripValue` in them.
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

/** The look of a figure, and of the link around one. */
export const stripFigure =
  'flex h-7 shrink-0 items-center gap-1.5 rounded-md border border-line bg-card px-2 text-table [a&:hover]:border-line-control aria-[current=true]:border-accent'

/** "Failed 12"; a dash that breathes until it is known. */
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
