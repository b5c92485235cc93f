/** Requests that come at once are let through up to here; then so many a second. */
export interface RateLimitOptions {
  atOnce: number
  perSecond: number
}

/** How fast somebody may go: what comes too soon is told how long to wait. */
export class RateLimit {
  readonly #limit: RateLimitOptions
  #left: number
  #at: number

  constructor(limit: RateLimitOptions, now = performance.now()) {
    this.#limit = limit
    this.#left = limit.atOnce
    this.#at = now
  }

  /** Takes one turn; returns the milliseconds until it is one's turn, 0 for at once. */
  take(now = performance.now()): number {
    const { atOnce, perSecond } = this.#limit
    this.#left = Math.min(atOnce, this.#left + ((now - this.#at) / 1000) * perSecond)
    this.#at = now
    this.#left -= 1
    return this.#left >= 0 ? 0 : (-this.#left / perSecond) * 1000
  }

  /** Gives back a turn that was taken and is not used. */
  giveBack(): void {
    this.#left += 1
  }
}
