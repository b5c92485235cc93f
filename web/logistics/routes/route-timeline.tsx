import type { Route } from '#shared/logistics/routes/route.ts'
import { phoneEntry } from '#web/logistics/public/phone-entry.tsx'
import type { Tone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Timeline } from '#web/ui/timeline.tsx'

type Words = { what: string; tone: Tone }

/** Each event as the predicate of a sentence whose subject is the user. */
const words: Record<string, Words> = {
  created: { what: 'created the route', tone: 'neutral' },
  changed: { what: 'changed the route', tone: 'neutral' },
  stopsAdded: { what: 'added stops', tone: 'neutral' },
  serviceTimeChanged: { what: 'changed the service time', tone: 'neutral' },
  timeZoneChanged: { what: 'changed the company’s time zone', tone: 'neutral' },
  placed: { what: 'added the coordinates of addresses', tone: 'neutral' },
  measured: { what: 'measured the roads', tone: 'neutral' },
  stopRemoved: { what: 'removed a stop', tone: 'neutral' },
  reordered: { what: 'reordered the stops', tone: 'neutral' },
  optimised: { what: 'optimised the order', tone: 'neutral' },
  started: { what: 'started the route', tone: 'info' },
  loaded: { what: 'loaded packages', tone: 'neutral' },
  note: { what: 'added a note', tone: 'neutral' },
  loadChecked: { what: 'checked the load', tone: 'neutral' },
  stopArrived: { what: 'arrived', tone: 'info' },
  stopDelivered: { what: 'delivered', tone: 'good' },
  stopFailed: { what: 'recorded a failed delivery', tone: 'bad' },
  stopPostponed: { what: 'postponed a stop', tone: 'warn' },
  stopUndone: { what: 'undid the end of a stop', tone: 'warn' },
  completed: { what: 'completed the route', tone: 'good' },
  cancelled: { what: 'cancelled the route', tone: 'neutral' },
  deleted: { what: 'deleted the route', tone: 'neutral' },
  restored: { what: 'restored the route', tone: 'neutral' },
}

const spoken = (act: string) => act.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)

/** The history of the route, newest first. */
export function RouteTimeline({ route }: { route: Route }) {
  const { timeline } = route
  return (
    <Card title="History">
      <Timeline
        label="History of the route"
        entries={timeline.map(({ at, actor, act, stop, reason, record }, index) => ({
          id: String(timeline.length - index),
          who: actor ?? 'Wardstock',
          at,
          ...(record
            ? phoneEntry(record, stop)
            : {
                what: words[act]?.what ?? spoken(act),
                tone: words[act]?.tone ?? 'neutral',
                detail: (stop || reason) && (
                  <>
                    {stop && <p className="break-words">{stop}</p>}
                    {reason && <p className="text-pretty break-words">“{reason}”</p>}
                  </>
                ),
              }),
        }))}
      />
    </Card>
  )
}
