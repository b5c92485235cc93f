import type { PhoneRecord } from '#shared/logistics/shipments/phone-record.ts'
import { type DeliveryFailure, deliveryFailureNames } from '#shared/logistics/shipments/shipment-status.ts'
import type { TimelineEntry } from '#web/ui/timeline.tsx'
import { ProofPhotos } from './proof-photos.tsx'

const names: Record<string, string> = {
  'route.start': 'the start of the route',
  'route.load': 'loaded packages',
  'stop.arrive': 'an arrival',
  'stop.deliver': 'a delivery',
  'stop.fail': 'a failed delivery',
  'stop.postpone': 'a postponement',
  'stop.undo': 'an undo',
  'route.end': 'the end of the route',
  'note.add': 'a note',
}
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** A timeline entry for an event from the driver's phone, including late and refused ones. */
export function phoneEntry(
  { type, outcome, happenedAt, text, refusal, files }: PhoneRecord,
  stop: string | null,
): Pick<TimelineEntry, 'what' | 'tone' | 'detail'> {
  const name = names[type] ?? type
  const what = {
    applied: type === 'stop.fail' ? 'photographed a failed delivery' : 'sent photos',
    recorded: `recorded ${name}, which came too late to change anything`,
    refused: `recorded ${name}, which was refused`,
  }[outcome]
  const detailText = text && (type === 'stop.deliver' ? `Received by ${text}` : wordsOf(text))
  return {
    what,
    tone: outcome === 'refused' ? 'bad' : outcome === 'recorded' ? 'warn' : 'neutral',
    detail: (
      <div className="flex flex-col gap-1.5">
        <p className="text-pretty break-words">{[stop, detailText].filter(Boolean).join(': ')}</p>
        {refusal && <p className="text-pretty break-words">{refusal}</p>}
        {outcome !== 'applied' && <p className="text-muted">On the phone: {moment.format(new Date(happenedAt))}</p>}
        {files.length > 0 && <ProofPhotos files={files} of={name} />}
      </div>
    ),
  }
}

/** Replaces the code of a failure reason by its name: "CLOSED: Gate was locked". */
function wordsOf(text: string): string {
  const [first = '', ...rest] = text.split(': ')
  return [deliveryFailureNames[first as DeliveryFailure] ?? first, ...rest].join(': ')
}
