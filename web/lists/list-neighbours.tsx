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

/** The GET of a list's previous and next record; it takes the list's URL parameters. */
type NeighboursRoute = Route<RouteSpec & { params: typeof byId; query: z.ZodObject; reply: typeof Beside }>

/** The URL parameters of the list that the user came from. */
export const useListOrigin = (): string => (useLocation().state as { list?: string } | null)?.list ?? ''

type NeighboursProps = {
  route: NeighboursRoute
  id: string
  /** The record's type: "order". */
  what: string
  path: (id: string) => string
}

/** Links to the previous and next record, in the order of the list that the user came from; shortcuts `[` and `]`. */
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

/** The parameters of a list's URL that the schema knows and accepts. */
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
