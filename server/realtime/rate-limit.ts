/** A token bucket: a burst of `atOnce` requests, then `perSecond`. */
export interface RateLimitOptions {
  atOnce: number
  perSecond: number
}

/** Rate limiter (token bucket) in memory that returns how long to wait. */
export class RateLimit {
  readonly #limit: RateLimitOptions
  #left: number
  #at: number

  constructor(limit: RateLimitOptions, now = performance.now()) {
    this.#limit = limit
    this.#left = limit.atOnce
    this.#at = now
  }

  /** Takes a token; returns the milliseconds to wait before going on, 0 for none. */
  take(now = performance.now()): number {
    const { atOnce, perSecond } = this.#limit
    this.#left = Math.min(atOnce, this.#left + ((now - this.#at) / 1000) * perSecond)
    this.#at = now
    this.#left -= 1
    return this.#left >= 0 ? 0 : (-this.#left / perSecond) * 1000
  }

  /** Gives back a token that was taken but not used. */
  giveBack(): void {
    this.#left += 1
  }
}
