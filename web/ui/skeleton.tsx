import { cn } from './class-names.ts'

/** A grey placeholder in the size of the loading content, so that nothing jumps. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden className={cn('block h-4 animate-breathe rounded-sm bg-subtle-strong', className)} />
}

/** Placeholder lines of text, the last one shorter. After three seconds it says that it is still loading. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <span className="still-loading flex w-full flex-col gap-2">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={line === lines - 1 ? 'w-2/3' : 'w-full'} />
      ))}
    </span>
  )
}
