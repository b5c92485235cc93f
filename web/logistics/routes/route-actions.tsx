import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { routesApi } from '#shared/logistics/routes/api.ts'
import type { Route, RouteStop } from '#shared/logistics/routes/route.ts'
import type { RouteTransition } from '#shared/logistics/routes/route-transitions.ts'
import { whyRouteNotDeletable } from '#shared/logistics/routes/route-transitions.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'
import { AddStopsDialog } from './add-stops-dialog.tsx'
import { CompleteDialog } from './complete-dialog.tsx'
import { OptimiseDialog } from './optimise-dialog.tsx'
import { PostponeDialog } from './postpone-dialog.tsx'
import { RouteDialog } from './route-dialog.tsx'
import { RouteDocuments } from './route-documents.tsx'
import { StartDialog } from './start-dialog.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'

type Open = 'edit' | 'optimise' | 'add' | 'delete' | RouteTransition | RouteStop

type RouteActions = {
  action: ReactNode
  menu: ReactNode
  dialogs: ReactNode
  addStops: () => void
  postpone: (stop: RouteStop) => void
}

/** What can be done with a route as it is: the next step as a button, the rest in the menu. */
export function useRouteActions(route: Route): RouteActions {
  const { status, routeStops, transitions } = route
  const [open, setOpen] = useState<Open>()
  const mayEdit = useCan('routes.edit')
  const mayDelete = useCan('routes.delete')
  const isPlanned = status === 'PLANNED'
  const stateOf = (transition: RouteTransition) => transitions.find((one) => one.transition === transition)
  const next = isPlanned ? 'start' : status === 'IN_PROGRESS' ? 'complete' : undefined
  const labels = { start: 'Start route', complete: 'Complete route' } as const
  const isNextOpen = next !== undefined && stateOf(next)?.open === true
  return {
    addStops: () => setOpen('add'),
    postpone: setOpen,
    action: mayEdit && next && isNextOpen && (
      <Button variant="primary" onClick={() => setOpen(next)}>
        {labels[next]}
      </Button>
    ),
    menu: (
      <>
        {mayEdit && isPlanned && routeStops.length > 1 && <Button onClick={() => setOpen('optimise')}>Optimise</Button>}
        <Menu>
          <RouteDocuments id={route.id} isEmpty={routeStops.length === 0} />
          {mayEdit && next && !isNextOpen && (
            <MenuItem disabled reason={stateOf(next)?.reason}>
              {labels[next]}
            </MenuItem>
          )}
          {mayEdit && isPlanned && (
            <>
              <MenuLine />
              <MenuItem onSelect={() => setOpen('edit')}>Edit</MenuItem>
              <MenuItem danger onSelect={() => setOpen('cancel')}>
                Cancel route
              </MenuItem>
            </>
          )}
          {mayDelete && (
            <MenuItem
              danger
              disabled={whyRouteNotDeletable(status) !== null}
              reason={whyRouteNotDeletable(status)}
              onSelect={() => setOpen('delete')}
            >
              Delete
            </MenuItem>
          )}
        </Menu>
      </>
    ),
    dialogs: open !== undefined && <RouteDialogs route={route} open={open} close={() => setOpen(undefined)} />,
  }
}

const freed = (stops: number) =>
  stops === 0
    ? 'It has no stops.'
    : `${stops === 1 ? 'Its shipment is' : `Its ${stops} shipments are`} ready to be planned again.`

function RouteDialogs({ route, open, close }: { route: Route; open: Open; close: () => void }) {
  const navigate = useNavigate()
  const { id, number, routeStops } = route
  if (typeof open === 'object') return <PostponeDialog route={route} stop={open} close={close} />
  switch (open) {
    case 'edit':
      return <RouteDialog route={route} close={close} />
    case 'optimise':
      return <OptimiseDialog route={route} close={close} />
    case 'add':
      return <AddStopsDialog route={route} close={close} />
    case 'start':
      return <StartDialog route={route} close={close} />
    case 'complete':
      return <CompleteDialog route={route} close={close} />
    case 'cancel':
      return (
        <ReasonPromptDialog
          route={routesApi.cancelRoute}
          sent={{ params: { id } }}
          successMessage={() => `${number} is now: Cancelled`}
          title={`Cancel ${number}?`}
          description={freed(routeStops.length)}
          submitLabel="Cancel route"
          closeLabel="Keep route"
          danger
          help="Shown in the history of the route."
          close={close}
        />
      )
    case 'delete':
      return (
        <DeleteDialog
          route={routesApi.deleteRoute}
          id={id}
          kind="route"
          what="route"
          name={number}
          onDeleted={() => void navigate(paths.routes)}
          close={close}
        >
          {freed(routeStops.length)} You can restore the route without its stops now, or later from the deleted items.
        </DeleteDialog>
      )
  }
}
