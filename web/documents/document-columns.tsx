import type { ReactNode } from 'react'

type DocumentColumnsProps = {
  /** Prints only the main column. */
  printsMainOnly?: boolean
  main: ReactNode
  rail?: ReactNode
  /** Shown below the main column; with one column, below the rail. */
  below?: ReactNode
}

/** The two columns of a document: side by side or stacked, by the width of the container. */
export function DocumentColumns({ printsMainOnly, main, rail, below }: DocumentColumnsProps) {
  return (
    <div className="grid @min-4xl:grid-cols-[minmax(0,1fr)_18rem] @min-4xl:grid-rows-[auto_1fr] @min-6xl:grid-cols-[minmax(0,1fr)_20rem] grid-cols-1 items-start gap-6 print:block">
      <div className="flex min-w-0 flex-col gap-6">{main}</div>
      {rail && (
        <aside
          aria-label="Details"
          {...(printsMainOnly && { 'data-chrome': true })}
          className="grid @min-4xl:row-span-2 min-w-0 grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] items-start gap-6 empty:hidden print:mt-6"
        >
          {rail}
        </aside>
      )}
      {below && (
        <div data-chrome className="flex min-w-0 flex-col gap-6">
          {below}
        </div>
      )}
    </div>
  )
}
