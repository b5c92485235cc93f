import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'

/** What may stand in a list's address, by name. */
type Choice = Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>>

/** The list that one came from, as its address says it; what its schema refuses is left out. */
export function useListOrigin<Query>(choice: Choice): { search: string; query: Query } {
  const search = (useLocation().state as { list?: string } | null)?.list ?? ''
  const params = new URLSearchParams(search)
  const query = Object.fromEntries(
    Object.entries(choice).flatMap(([name, schema]) => {
      const value = params.get(name)
      return value && schema.safeParse(value).success ? [[name, value]] : []
    }),
  )
  return { search, query: query as Query }
}

type NeighboursProps = {
  /** What one of the list is called: "order". */
  what: string
  /** Undefined until they are known. */
  found: { previous: string | null; next: string | null } | undefined
  path: (id: string) => string
  /** The list's address, which the neighbour's page came from as well. */
  search: string
}

/** To the records before and after one, in the order of the list one came from; also by `[` and `]`. */
export function ListNeighbours({ what, found, path, search }: NeighboursProps) {
  const navigate = useNavigate()
  const state = { list: search }
  const go = (id: string | null | undefined) => id && void navigate(path(id), { state })
  useShortcuts({ '[': () => go(found?.previous), ']': () => go(found?.next) })
  if (!found || (!found.previous && !found.next)) return null
  return (
    <div className="flex gap-1">
      <Step label={`Previous ${what}`} to={found.previous && path(found.previous)} state={state}>
        <ChevronLeft aria-hidden />
      </Step>
      <Step label={`Next ${what}`} to={found.next && path(found.next)} state={state}>
        <ChevronRight aria-hidden />
      </Step>
    </div>
  )
}

type StepProps = { label: string; to: string | null; state: unknown; children: ReactNode }

function Step({ label, to, state, children }: StepProps) {
  const look = 'w-8 px-0'
  if (to === null)
    return (
      <Button size="sm" variant="ghost" disabled aria-label={label} className={look}>
        {children}
      </Button>
    )
  return (
    <Tooltip text={label}>
      <Button asChild size="sm" variant="ghost" className={look}>
        <Link to={to} state={state} aria-label={label}>
          {children}
        </Link>
      </Button>
    </Tooltip>
  )
}
