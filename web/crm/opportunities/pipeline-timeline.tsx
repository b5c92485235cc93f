import type { PipelineStep } from '#shared/crm/prospects/api.ts'
import { FieldChanges } from '#web/crm/partners/field-changes.tsx'
import type { Tone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Timeline } from '#web/ui/timeline.tsx'

type PipelineTimelineProps = {
  /** "prospect", "opportunity". */
  what: string
  steps: readonly PipelineStep[]
  tones: Readonly<Record<string, Tone>>
}

/** The owner is changed by a route of its own, so never together with other fields. */
const editOf = (changes: PipelineStep['changes']) =>
  changes?.[0]?.field === 'owner' ? 'changed the owner' : 'edited it'

/** The history of a prospect or an opportunity, newest first. */
export function PipelineTimeline({ what, steps, tones }: PipelineTimelineProps) {
  return (
    <Card title="History">
      <Timeline
        label={`History of the ${what}`}
        entries={steps.map(({ at, actor, from, to, reason, changes }, index) => ({
          id: String(steps.length - index),
          who: actor ?? 'Wardstock',
          what: to === null ? editOf(changes) : from === null ? `added the ${what}` : `moved it from ${from} to ${to}`,
          at,
          tone: tones[to ?? ''] ?? 'neutral',
          detail: changes ? (
            <FieldChanges changes={changes} />
          ) : (
            reason && <p className="text-pretty break-words">“{reason}”</p>
          ),
        }))}
      />
    </Card>
  )
}
