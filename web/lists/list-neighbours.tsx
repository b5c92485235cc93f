import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import type { byId } from '#shared/fields.ts'
import type { Beside } from '#shared/http/paging.ts'
import type { Route, RouteSpec } from '#shared/http/route.ts'
import { useApiQuery } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'

/** A list's question for what stands beside one; its query is what may stand in the list's address. */
type NeighboursRoute = Route<RouteSpec & { params: typeof byId; query: z.ZodObject; reply: typeof Beside }>

/** The address, after the ?, of the list that one came from. */
export const useListOrigin = (): string => (useLocation().state as { list?: string } | null)?.list ?? ''

type NeighboursProps = {
  route: NeighboursRoute
  id: string
  /** What one of the list is called: "order". */
  what: string
  path: (id: string) => string
}

/** To the records before and after one, in the order of the list one came from; also by `[` and `]`. */
export function ListNeighbours({ route, id, what, path }: NeighboursProps) {
  const navigate = useNavigate()
  const search = useListOrigin()
  const { data: found } = useApiQuery(
    route,
    { params: { id }, query: knownOf(search, route.spec.query) },
    { aside: `the previous and the next ${what}` },
  )
  const state = { list: search }
  const go = (to: string | null | undefined) => to && void navigate(path(to), { state })
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

/** What a list's address chose; what its schema refuses or doesn't know is left out. */
function knownOf(search: string, schema: z.ZodObject): Record<string, string> {
  const given = new URLSearchParams(search)
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, field]) => {
      const value = given.get(name)
      return value && z.safeParse(field, value).success ? [[name, value]] : []
    }),
  )
}

type StepProps = { label: string; to: string | null; state: unknown; children: ReactNode }

function Step({ label, to, state, children }: StepProps) {
  const buttonClass = 'w-8 px-0'
  if (to === null)
    return (
      <Button size="sm" variant="ghost" disabled aria-label={label} className={buttonClass}>
        {children}
      </Button>
    )
  return (
    <Tooltip text={label}>
      <Button asChild size="sm" variant="ghost" className={buttonClass}>
        <Link to={to} state={state} aria-label={label}>
          {children}
        </Link>
      </Button>
    </Tooltip>
  )
}
