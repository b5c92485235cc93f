export interface RouteProblem {
  /** Seconds from i to j; 0 is the start, the last index the end (equal to the start for a round trip). */
  travelSeconds: readonly (readonly number[])[]
  /** By index; seconds after the start of the shift. Arriving before `from` means waiting, leaving after `to` is late. */
  windows: readonly { from: number; to: number }[]
  serviceSeconds: readonly number[]
  /** Locked stops: index of the stop → place in the order (0 is the first stop). */
  locked?: ReadonlyMap<number, number>
  /** The time limit in milliseconds (default 1000); the same seed and number of rounds give the same result. */
  budgetMs?: number
  seed?: number
}

export interface RoutePlan {
  /** Indexes of the stops, without the start and the end. */
  order: number[]
  travelSeconds: number
  lateSeconds: number
  /** Seconds after the start of the shift, like the arrivals, which are in the order of `order`. */
  endsAt: number
  arrivals: number[]
}
