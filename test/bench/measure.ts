import type { Calls } from './load.ts'
import type { LoadMaker } from './processes.ts'

/** One side of a comparison: the app, the bare framework, or only SQL; a small company or a large one. */
export interface Side {
  name: 'ours' | 'bare' | 'least' | 'raw' | 'counted' | 'small' | 'large'
  calls: Calls
  /** Processor time of its processes so far, in milliseconds. */
  processorMs?: () => number
}

export interface Measured {
  work: string
  side: Side['name']
  clients: number
  perSecond: number
  p50: number
  p95: number
  requests: number
  /** Milliseconds of processor time per request, if measured. */
  processorMs: number | null
  /** The highest number of statements of one request; 0 if unknown. */
  statements: number
  /** The highest number of round trips to the database. */
  trips: number
}

/**
 * Measures the sides in turns, round by round, so that a machine that slows down affects all of them. Each side is
 * warmed up first; rates are over all rounds.
 */
export async function measure(
  load: LoadMaker,
  work: string,
  sides: readonly Side[],
  { clients, rounds, roundMs }: { clients: number; rounds: number; roundMs: number },
): Promise<Measured[]> {
  const runs = sides.map((side) => ({
    side,
    times: [] as number[],
    elapsedMs: 0,
    processorMs: 0,
    statements: 0,
    trips: 0,
  }))
  for (let round = 0; round <= rounds; round += 1) {
    const isWarmUp = round === 0
    for (const run of round % 2 === 0 ? runs : runs.toReversed()) {
      const { calls, processorMs = () => 0 } = run.side
      const ms = isWarmUp ? roundMs / 2 : roundMs
      const before = processorMs()
      const result = await load.run({ calls, clients, ms, from: places.get(calls) ?? 0 })
      places.set(calls, result.next)
      if (isWarmUp) continue
      run.times.push(...result.times)
      run.elapsedMs += result.elapsedMs
      run.processorMs += processorMs() - before
      run.statements = Math.max(run.statements, result.statements)
      run.trips = Math.max(run.trips, result.trips)
    }
  }
  return runs.map(({ side, times, elapsedMs, processorMs, statements, trips }) => {
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
    const perSecond = elapsedMs > 0 ? (times.length / elapsedMs) * 1000 : 0
    return {
      work,
      side: side.name,
      clients,
      perSecond,
      p50: at(0.5),
      p95: at(0.95),
      requests: times.length,
      processorMs: side.processorMs && times.length > 0 ? processorMs / times.length : null,
      statements,
      trips,
    }
  })
}

/** The next index of each side's IDs: an order is confirmed only once. */
const places = new WeakMap<Calls, number>()
