const day = 86_400_000

/** A clock for startServer that a test puts ahead: what expires then has expired, and no row is touched. */
export function movableClock() {
  let ahead = 0
  return {
    clock: () => new Date(Date.now() + ahead),
    /** Runs `act` so many days from now, then comes back. */
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
