import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import {
  deliveryFailureNames,
  shipmentMethodNames,
  shipmentStatusNames,
} from '#shared/logistics/shipments/shipment-status.ts'
import { phoneEntry } from '#web/logistics/public/phone-entry.tsx'
import { shipmentStatusTones } from '#web/logistics/public/shipment-status.tsx'
import { Card } from '#web/ui/card.tsx'
import { Timeline } from '#web/ui/timeline.tsx'

type Step = Shipment['timeline'][number]

/** The history of the shipment, newest first. */
export function ShipmentTimeline({ shipment: { timeline } }: { shipment: Shipment }) {
  return (
    <Card title="History">
      <Timeline
        label="History of the shipment"
        entries={timeline.map((step, index) => ({
          id: String(timeline.length - index),
          who: step.actor ?? (ofCustomer.has(step.act) ? 'The customer' : 'Wardstock'),
          at: step.at,
          ...(step.record
            ? phoneEntry(step.record, null)
            : {
                what: textOf(step),
                tone: step.status ? shipmentStatusTones[step.status] : 'neutral',
                detail: reasonOf(step) && <p className="text-pretty break-words">“{reasonOf(step)}”</p>,
              }),
        }))}
      />
    </Card>
  )
}

/** Events by the tracking link, which has no user. */
const ofCustomer = new Set(['shipment.instructed', 'shipment.newDate'])

const acts: Record<string, string> = {
  'shipment.created': 'created the shipment',
  'shipment.deleted': 'deleted the shipment',
  'shipment.restored': 'restored the shipment',
  'shipment.trackingLink': 'created a tracking link',
  'shipment.newDate': 'asked for another day',
}

function textOf({ act, status, method, carrier, packages, reason }: Step): string {
  if (act === 'shipment.packed') return packages === 1 ? 'packed 1 package' : `packed ${packages ?? 0} packages`
  if (act === 'shipment.instructed') return reason ? 'left an instruction for the driver' : 'removed the instruction'
  if (status) return `changed the status to ${shipmentStatusNames[status].toLowerCase()}`
  if (method) return `assigned ${carrier ?? shipmentMethodNames[method].toLowerCase()}`
  return acts[act] ?? (act === 'shipment.changed' ? 'removed the assignment' : 'changed the shipment')
}

const reasonOf = ({ failureReason, reason }: Step) =>
  [failureReason && deliveryFailureNames[failureReason], reason].filter(Boolean).join(': ')
