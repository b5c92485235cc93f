import { cn } from '#web/ui/class-names.ts'

type NameCellProps = { name: string; className?: string }

/** A name in a column that takes the remaining width: it yields to figures, wrapping to two lines before it is truncated. */
export function NameCell({ name, className }: NameCellProps) {
  return (
    <span
      title={name}
      className={cn(
        'block w-0 min-w-[max(100%,8rem)] truncate max-lg:min-w-[max(100%,13rem)] print:w-auto print:min-w-24',
        // Both lines fit in a row of 32 px.
        'md:wrap-anywhere md:line-clamp-2 md:whitespace-normal md:leading-[0.95rem]',
        className,
      )}
    >
      {name}
    </span>
  )
}
