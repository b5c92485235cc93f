import type { Leg } from '#shared/logistics/distance.ts'

/** The request of one kind of service, and how to read its response. */
export interface TableRequest {
  url: string
  body?: string
  /** Throws if the response doesn't have the documented format. */
  read(answer: unknown): (Leg | null)[][]
}
