import type { Announcement } from '#server/kernel/work.ts'

/** What was told: to whom, and when (milliseconds of `performance.now()`). */
interface RecentEvent {
  at: number
  one: Announcement
  rooms: readonly string[]
}

/** A page that took longer to connect asks for everything again anyway. */
const maxAgeMs = 60_000
const maxEvents = 500

/** The last minute of what was told, for those who were reading already and not yet listening. */
export class Recent {
  #told: RecentEvent[] = []

  note(one: Announcement, rooms: readonly string[], now = performance.now()): void {
    this.#told.push({ at: now, one, rooms })
    // Not at each event: what is too old or too much is left out below.
    if (this.#told.length > 2 * maxEvents) {
      this.#told = this.#told.slice(-maxEvents).filter(({ at }) => at >= now - maxAgeMs)
    }
  }

  /** What those rooms were told in the last so many milliseconds, each once, the oldest first. */
  since(milliseconds: number, rooms: readonly string[], now = performance.now()): Announcement[] {
    const from = now - Math.min(milliseconds, maxAgeMs)
    const missed = this.#told
      .slice(-maxEvents)
      .filter((event) => event.at >= from && event.rooms.some((room) => rooms.includes(room)))
    return [...new Map(missed.map(({ one }) => [JSON.stringify(one), one])).values()]
  }
}

/** What a client says of how long it has been reading, in milliseconds; anything else is no time at all. */
export function readingFor(hello: unknown): number {
  const { readingFor: time } = (hello ?? {}) as { readingFor?: unknown }
  return typeof time === 'number' && time > 0 ? time : 0
}
