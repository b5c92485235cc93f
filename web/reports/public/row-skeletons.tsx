import { Skeleton } from '#web/ui/skeleton.tsx'

/** Placeholders in the number and height of the expected rows, so that the layout doesn't shift. */
export function RowSkeletons({ rows, tall = false }: { rows: number; tall?: boolean }) {
  return (
    <ul aria-hidden className="-mx-2">
      {Array.from({ length: rows }, (_, row) => (
        <li key={row} className={tall ? 'flex h-11 items-center gap-4 px-2' : 'flex h-7 items-center gap-4 px-2'}>
          <span className="flex flex-1 flex-col gap-1.5">
            <Skeleton className="h-3 w-3/5" />
            {tall && <Skeleton className="h-2.5 w-2/5" />}
          </span>
          <Skeleton className="h-3 w-12" />
        </li>
      ))}
    </ul>
  )
}
