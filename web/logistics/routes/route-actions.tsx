import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { routeDocumentKinds, routeDocumentNames, routeDocumentsApi } from '#shared/logistics/routes/documents-api.ts'
import type { Route, RouteStop } from '#shared/logistics/routes/route.ts'
import { type RouteTransition, whyRouteNotDeletable } from '#shared/logistics/routes/route-transitions.ts'
import { addressOf } from '#web/api/address.ts'
import type { DocumentActions } from '#web/documents/document-action.tsx'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'
import { AddStopsDialog } from './add-stops-dialog.tsx'
import { CompleteDialog } from './complete-dialog.tsx'
import { OptimiseDialog } from './optimise-dialog.tsx'
import { PostponeDialog } from './postpone-dialog.tsx'
import { StartDialog } from './start-dialog.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'

type Open = 'optimise' | 'add' | 'delete' | RouteTransition | RouteStop

type RouteActions = DocumentActions & {
  addStops: () => void
  postpone: (stop: RouteStop) => void
}

/** The available actions of a route: the primary action, and the menu. */
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
    next: mayEdit && next && isNextOpen && { id: next, label: labels[next], onSelect: () => setOpen(next) },
    beside: [
      mayEdit &&
        isPlanned &&
        routeStops.length > 1 && { id: 'optimise', label: 'Optimise', onSelect: () => setOpen('optimise') },
    ],
    menu: [
      routeStops.length === 0
        ? []
        : routeDocumentKinds.map((kind) => ({
            id: kind,
            label: routeDocumentNames[kind],
            icon: <Printer aria-hidden />,
            href: addressOf(routeDocumentsApi.printRoute, { params: { id: route.id, kind } }),
          })),
      [mayEdit && next && !isNextOpen && { id: next, label: labels[next], reason: stateOf(next)?.reason ?? null }],
      [
        mayEdit && isPlanned && { id: 'edit', label: 'Edit', to: paths.routeEdit(route.id) },
        mayEdit &&
          isPlanned && { id: 'cancel', label: 'Cancel route', danger: true, onSelect: () => setOpen('cancel') },
        mayDelete && {
          id: 'delete',
          label: 'Delete',
          danger: true,
          reason: whyRouteNotDeletable(status),
          onSelect: () => setOpen('delete'),
        },
      ],
    ],
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
