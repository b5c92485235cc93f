import { routesApi } from '#shared/logistics/routes/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { ShipmentRow } from '#shared/logistics/shipments/shipment.ts'
import { shipmentActions } from '#shared/logistics/shipments/shipment-transitions.ts'
import { call } from '#web/api/client.ts'
import type { BulkActions } from '#web/lists/use-list-page.ts'
import { useCan } from '#web/session/session.ts'
import { type CarrierChoice, CarriersDialog } from './carriers-dialog.tsx'
import { PrintButton } from './print-button.tsx'
import { RouteChoiceDialog } from './route-choice-dialog.tsx'

/** The bulk actions of the shipment list. */
export function useShipmentBulkActions(): BulkActions<ShipmentRow> {
  const mayPlan = useCan('routes.edit')
  const maySend = useCan('shipping.edit')
  return {
    route: shipmentsApi.listShipments,
    nameOf: ({ number }) => number,
    one: 'shipment',
    many: 'shipments',
    extra: (rows) => <PrintButton ids={rows.map(({ id }) => id)} />,
    acts: [
      mayPlan && {
        label: shipmentActions.putOnRoute.label,
        past: 'put on the route',
        dialog: ({ counted, onAnswer, close }) => (
          <RouteChoiceDialog what={counted} onChoose={onAnswer} close={close} />
        ),
        act: ({ id }, key, routeId) =>
          call(
            routesApi.addStops,
            { params: { id: routeId }, body: { shipmentIds: [id] } },
            { quiet: true, idempotencyKey: key },
          ),
      },
      maySend && {
        label: shipmentActions.assignCarrier.label,
        past: 'assigned to the carrier',
        dialog: ({ counted, rows, onAnswer, close }) => (
          <CarriersDialog
            what={counted}
            rows={rows}
            onChoose={(chosen) => onAnswer(JSON.stringify(chosen))}
            close={close}
          />
        ),
        act: ({ id }, key, answer) => {
          const { carrier, trackingNumbers } = JSON.parse(answer) as CarrierChoice
          return call(
            shipmentsApi.assignCarrier,
            { params: { id }, body: { carrier, trackingNumber: trackingNumbers[id] ?? null } },
            { quiet: true, idempotencyKey: key },
          )
        },
      },
      maySend && {
        label: shipmentActions.dispatch.label,
        past: 'marked as shipped',
        confirm: 'The carrier has picked the goods up. Shipments without a carrier stay as they are and are listed.',
        act: ({ id }, key) =>
          call(shipmentsApi.dispatchShipment, { params: { id }, body: {} }, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}
