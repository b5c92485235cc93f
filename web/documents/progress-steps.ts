import type { Tone } from '#web/ui/badge.tsx'

type ProgressStep = {
  name: string
  at?: string | null | undefined
  /** It was never taken, though later ones were. */
  isSkipped?: boolean
}

/** How far a document has come: its steps, and which of them it stands at. */
export type Progress = { steps: readonly ProgressStep[]; current: number; tone: Tone }

type StatusProgress<Status extends string> = {
  status: Status
  /** Each step with its statuses; the one that gives it its name comes first. */
  steps: readonly (readonly [Status, ...Status[]])[]
  /** Statuses that are called otherwise than they are kept. */
  names?: Readonly<Partial<Record<Status, string>>>
  tone: Tone
  /** Newest first; a step that was passed over has no moment. */
  timeline: readonly { at: string; from: string | null; to: string | null }[]
}

/** How far a document has come by its status; null of one that has left its way: cancelled, rejected. */
export function progressOf<Status extends string>(document: StatusProgress<Status>): Progress | null {
  const { status, steps, names, tone, timeline } = document
  const current = steps.findIndex((statuses) => statuses.includes(status))
  if (current < 0) return null
  const nameOf = (one: Status) => names?.[one] ?? one
  return {
    steps: steps.map((statuses, at) => {
      const isIn = (one: string | null) => statuses.some((other) => other === one)
      return {
        name: nameOf(at === current ? status : statuses[0]),
        at: timeline.find(({ from, to }) => isIn(to) && !isIn(from))?.at,
      }
    }),
    current,
    tone,
  }
}
