import { useState } from 'react'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { type ShipmentAction, shipmentActions } from '#shared/logistics/shipments/shipment-transitions.ts'
import { shipmentStatusNames } from '#shared/logistics/shipments/shipment-status.ts'
import { orderStatusNames, orderTransitions } from '#shared/sales/orders/order-transitions.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { AllActionsDialog } from '#web/documents/all-actions-dialog.tsx'
import type { DocumentAction, DocumentActions } from '#web/documents/document-action.tsx'
import { RecordFailureDialog } from '#web/logistics/public/record-failure-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { CarrierDialog } from './carrier-dialog.tsx'
import { CheckInDialog } from './check-in-dialog.tsx'
import { DeliverDialog } from './deliver-dialog.tsx'
import { PickUpDialog } from './pick-up-dialog.tsx'
import { RouteChoiceDialog } from './route-choice-dialog.tsx'
import { shipmentStatusMessage } from './shipment-status-message.ts'
import { TrackingLinkDialog } from './tracking-link-dialog.tsx'

type OpenDialog =
  | Exclude<ShipmentAction, 'takeOffRoute' | 'removeCarrier' | 'dispatch' | 'replan'>
  | 'trackingLink'
  | 'allActions'
type Shown = Shipment['transitions'][number]

/** The primary action is the first available one of these; each has a secondary button. The others are in the menu. */
const nextFirst: readonly ShipmentAction[] = ['dispatch', 'putOnRoute', 'deliver', 'replan']
const besides: Partial<Record<ShipmentAction, ShipmentAction>> = {
  putOnRoute: 'assignCarrier',
  deliver: 'fail',
  replan: 'checkIn',
}

/** The available actions of a shipment. */
export function useShipmentActions(shipment: Shipment): DocumentActions {
  const { id, number, stop, route } = shipment
  const [dialog, setDialog] = useState<OpenDialog>()
  const mays = { 'routes.edit': useCan('routes.edit'), 'shipping.edit': useCan('shipping.edit') }
  const close = () => setDialog(undefined)
  const statusMessage = { successMessage: shipmentStatusMessage }
  const removeCarrier = useApiMutation(shipmentsApi.removeCarrier, {
    successMessage: () => `${number} has no carrier any more`,
  })
  const dispatch = useApiMutation(shipmentsApi.dispatchShipment, statusMessage)
  const replan = useApiMutation(shipmentsApi.replanShipment, statusMessage)
  const takeOff = useApiMutation(routesApi.removeStop, { successMessage: () => `${number} taken off the route` })
  const add = useApiMutation(routesApi.addStops, {
    successMessage: (planned) => `${number} put on route ${planned.number}`,
    errors: 'page',
    onSuccess: close,
  })
  const isBusy = [removeCarrier, dispatch, replan, takeOff].some(({ isPending }) => isPending)

  function start(action: ShipmentAction) {
    const plain = { params: { id }, body: {} }
    if (action === 'takeOffRoute') {
      if (route && stop) takeOff.submit({ params: { id: route.id, stopId: stop.id } })
    } else if (action === 'removeCarrier') removeCarrier.submit(plain)
    else if (action === 'dispatch') dispatch.submit(plain)
    else if (action === 'replan') replan.submit(plain)
    else setDialog(action)
  }
  const shown = shipment.transitions.filter(({ action }) => mays[shipmentActions[action].right])
  const next = nextFirst.find((action) => shown.some((one) => one.action === action && one.open))
  const others = shown.filter(({ action, open }) => open && action !== next)
  const isBeside = ({ action }: Shown) => next !== undefined && besides[next] === action
  const actOf = ({ action, reason }: Pick<Shown, 'action' | 'reason'>): DocumentAction => ({
    id: action,
    label: shipmentActions[action].label,
    busy: isBusy,
    reason,
    onSelect: () => start(action),
  })
  return {
    next: next && actOf({ action: next, reason: null }),
    beside: others.filter(isBeside).map(actOf),
    menu: [
      [
        mays['shipping.edit'] && {
          id: 'trackingLink',
          label: 'Tracking link',
          onSelect: () => setDialog('trackingLink'),
        },
        ...others.filter((one) => !isBeside(one)).map(actOf),
        shown.length > 0 && { id: 'allActions', label: 'All actions', onSelect: () => setDialog('allActions') },
      ],
    ],
    dialogs: (
      <>
        {dialog === 'putOnRoute' && (
          <RouteChoiceDialog
            what={number}
            busy={add.isPending}
            problem={add.error?.message}
            onChoose={(routeId) => add.submit({ params: { id: routeId }, body: { shipmentIds: [id] } })}
            close={close}
          />
        )}
        {dialog === 'assignCarrier' && <CarrierDialog shipment={shipment} close={close} />}
        {dialog === 'pickUp' && <PickUpDialog shipment={shipment} close={close} />}
        {dialog === 'deliver' && <DeliverDialog shipment={shipment} close={close} />}
        {dialog === 'fail' && (
          <RecordFailureDialog
            route={shipmentsApi.failShipment}
            id={id}
            successMessage={shipmentStatusMessage}
            close={close}
          />
        )}
        {dialog === 'trackingLink' && <TrackingLinkDialog shipment={shipment} close={close} />}
        {dialog === 'allActions' && (
          <AllActionsDialog
            number={number}
            status={shipmentStatusNames[shipment.status]}
            actions={shown.map(({ action, reason }) => {
              const { label, transition } = shipmentActions[action]
              const status = orderStatusNames[orderTransitions[transition].to].toLowerCase()
              return { id: action, label, reason, does: `Changes the order’s status to ${status}.` }
            })}
            close={close}
          />
        )}
        {dialog === 'checkIn' && <CheckInDialog shipment={shipment} close={close} />}
      </>
    ),
  }
}
