import type { Tone } from '#web/ui/badge.tsx'

type ProgressStep = {
  name: string
  at?: string | null | undefined
  /** The step was skipped, although later ones were reached. */
  isSkipped?: boolean
}

/** The progress of a document: its steps, and the index of the current one. */
export type Progress = { steps: readonly ProgressStep[]; current: number; tone: Tone }

type StatusProgress<Status extends string> = {
  status: Status
  /** The statuses of each step; the first one is its name. */
  steps: readonly (readonly [Status, ...Status[]])[]
  /** Screen names of statuses, if they differ. */
  names?: Readonly<Partial<Record<Status, string>>>
  tone: Tone
  /** Newest first; skipped steps have no timestamp. */
  timeline: readonly { at: string; from: string | null; to: string | null }[]
}

/** The progress of a document by its status; null for a status outside of the steps, such as cancelled or rejected. */
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
