import type { DocumentStep } from '#shared/inventory/transfers/api.ts'
import type { Tone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Timeline } from '#web/ui/timeline.tsx'

/** Each event as the predicate of a sentence whose subject is the user. */
const words = (name: string): Record<string, { what: string; tone: Tone }> => ({
  create: { what: `created the ${name}`, tone: 'neutral' },
  edit: { what: `changed the ${name}`, tone: 'neutral' },
  chooseLots: { what: 'chose the lots', tone: 'neutral' },
  dispatch: { what: 'shipped the goods', tone: 'info' },
  undispatch: { what: 'undid the shipping', tone: 'neutral' },
  complete: { what: `completed the ${name}`, tone: 'good' },
  cancel: { what: `cancelled the ${name}`, tone: 'neutral' },
  takeApart: { what: 'took kits apart', tone: 'warn' },
})

type DocumentTimelineProps = { name: 'transfer' | 'kit order'; steps: readonly DocumentStep[]; unit?: string }

/** The history of a transfer or a kit order, newest first. */
export function DocumentTimeline({ name, steps, unit = 'pieces' }: DocumentTimelineProps) {
  const done = words(name)
  return (
    <Card title="History">
      <Timeline
        label={`History of the ${name}`}
        entries={steps.map(({ at, actor, move, reason, quantity }, index) => ({
          id: String(steps.length - index),
          who: actor ?? 'Wardstock',
          what: done[move]?.what ?? move,
          at,
          tone: done[move]?.tone ?? 'neutral',
          detail: (reason ?? quantity) !== null && (
            <p className="text-pretty break-words">
              {[quantity !== null && `${quantity.toLocaleString()} ${unit}`, reason && `“${reason}”`]
                .filter(Boolean)
                .join(': ')}
            </p>
          ),
        }))}
      />
    </Card>
  )
}
