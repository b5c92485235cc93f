let measured: number | undefined

/** Notes what the server's clock said in an answer to a call that was sent at `sentAt` by the clock of the phone. */
export function noteServerTime({ headers }: Response, sentAt: number): void {
  const served = Date.parse(headers.get('Date') ?? '')
  // The header leaves out what is past the whole second; the answer was written about midway.
  if (!Number.isNaN(served)) measured = Math.round(served + 500 - (sentAt + Date.now()) / 2)
}

/** By how many milliseconds the phone's clock is behind the server's; undefined until the server has answered this page. */
export const measuredOffset = () => measured
