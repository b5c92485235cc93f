import type { Announcement } from '#server/kernel/work.ts'

/** An event that was sent, with its rooms and time (milliseconds of `performance.now()`). */
interface RecentEvent {
  at: number
  one: Announcement
  rooms: readonly string[]
}

/** A page that took longer than this to connect refetches everything anyway. */
const maxAgeMs = 60_000
const maxEvents = 500

/** The events of the last minute, for clients that had already loaded data but were not yet connected. */
export class Recent {
  #told: RecentEvent[] = []

  note(one: Announcement, rooms: readonly string[], now = performance.now()): void {
    this.#told.push({ at: now, one, rooms })
    // Not at every event, because `since` ignores those that are too old or too many.
    if (this.#told.length > 2 * maxEvents) {
      this.#told = this.#told.slice(-maxEvents).filter(({ at }) => at >= now - maxAgeMs)
    }
  }

  /** The events of these rooms in the last `milliseconds`, without duplicates, oldest first. */
  since(milliseconds: number, rooms: readonly string[], now = performance.now()): Announcement[] {
    const from = now - Math.min(milliseconds, maxAgeMs)
    const missed = this.#told
      .slice(-maxEvents)
      .filter((event) => event.at >= from && event.rooms.some((room) => rooms.includes(room)))
    return [...new Map(missed.map(({ one }) => [JSON.stringify(one), one])).values()]
  }
}

/** From the handshake's auth data: how long ago the client began to load its data, in milliseconds; 0 if missing or invalid. */
export function readingFor(hello: unknown): number {
  const { readingFor: time } = (hello ?? {}) as { readingFor?: unknown }
  return typeof time === 'number' && time > 0 ? time : 0
}
