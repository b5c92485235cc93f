let measured: number | undefined

/** Measures the clock offset from a response's `Date` header; `sentAt` is the phone's time when the request was sent. */
export function noteServerTime({ headers }: Response, sentAt: number): void {
  const served = Date.parse(headers.get('Date') ?? '')
  // The header is truncated to whole seconds (hence +500 ms on average); assume the server wrote it midway through the
  // round trip.
  if (!Number.isNaN(served)) measured = Math.round(served + 500 - (sentAt + Date.now()) / 2)
}

/**
 * The milliseconds by which the phone's clock is behind the server's; undefined until the server has responded to this
 * page.
 */
export const measuredOffset = () => measured
