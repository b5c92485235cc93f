import { cn } from './class-names.ts'

/** A grey stand-in with the size of what is being loaded, so that nothing jumps when it arrives. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden className={cn('block h-4 animate-breathe rounded-sm bg-subtle-strong', className)} />
}

/** Lines of text still to come; the last one is shorter, as in a paragraph. Three seconds later it says that it is still loading. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <span className="still-loading flex w-full flex-col gap-2">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={line === lines - 1 ? 'w-2/3' : 'w-full'} />
      ))}
    </span>
  )
}
