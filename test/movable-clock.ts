const day = 86_400_000

/** A clock for startServer that a test can move forward, so that things expire without changing any row. */
export function movableClock() {
  let ahead = 0
  return {
    clock: () => new Date(Date.now() + ahead),
    /** Runs `act` with the clock moved forward by `days`, then resets it. */
    async after<T>(days: number, act: () => Promise<T>): Promise<T> {
      ahead = days * day
      try {
        return await act()
      } finally {
        ahead = 0
      }
    },
  }
}
