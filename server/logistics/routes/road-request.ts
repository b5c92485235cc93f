import type { Leg } from '#shared/logistics/distance.ts'

/** What a kind of service is asked and how its answer reads. */
export interface TableRequest {
  url: string
  body?: string
  /** Throws for an answer that is not of the documented form. */
  read(answer: unknown): (Leg | null)[][]
}
