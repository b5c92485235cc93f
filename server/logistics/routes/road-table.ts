import type { Leg, Spot } from '#shared/logistics/distance.ts'
import { osrmTable } from './osrm.ts'
import type { TableRequest } from './road-request.ts'
import { valhallaTable } from './valhalla.ts'

const roadServices = ['osrm', 'valhalla'] as const

export interface RoadSettings {
  /** The service's URL; without one, distances are estimated. */
  url?: string | undefined
  kind?: (typeof roadServices)[number] | undefined
  /** OSRM's profile or Valhalla's costing. */
  profile?: string | undefined
  timeoutMs?: number | undefined
}

/** Legs by road from each of some places to each of others; null if there is no road between two. */
export type RoadTable = (from: readonly Spot[], to: readonly Spot[]) => Promise<(Leg | null)[][]>

/** The service did not answer, or not as documented. `isTooLarge`: a request with fewer places may succeed. */
class RoadsFailed extends Error {
  readonly isTooLarge: boolean
  constructor(message: string, mayBeSmaller = false) {
    super(message)
    this.isTooLarge = mayBeSmaller
  }
}

/** Places on each side of one request: their sum is within OSRM's limit, their product within Valhalla's. */
const perRequest = 50
const fewest = 5
const defaultTimeoutMs = 5000
const largestAnswer = 20_000_000

/** Requests distances and times from a road service, in parts within its limits. Null if none is configured. */
export function roadTable({
  url,
  kind = 'osrm',
  profile,
  timeoutMs = defaultTimeoutMs,
}: RoadSettings): RoadTable | null {
  if (!url) return null
  const base = url.replace(/\/+$/, '')
  const request = kind === 'osrm' ? osrmTable(base, profile) : valhallaTable(base, profile)
  return async (from, to) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const table: (Leg | null)[][] = from.map(() => [])
    for (let row = 0; row < from.length; row += perRequest) {
      for (let column = 0; column < to.length; column += perRequest) {
        const part = await requestPart(
          request,
          from.slice(row, row + perRequest),
          to.slice(column, column + perRequest),
          signal,
        )
        for (const [at, legs] of part.entries()) table[row + at]?.push(...legs)
      }
    }
    return table
  }
}

type Request = (from: readonly Spot[], to: readonly Spot[]) => TableRequest

/** Requests a part of the table; splits it in half if it is too large for the service. */
async function requestPart(
  request: Request,
  from: readonly Spot[],
  to: readonly Spot[],
  signal: AbortSignal,
): Promise<(Leg | null)[][]> {
  try {
    return await requestTable(request(from, to), from.length, to.length, signal)
  } catch (error) {
    const isSmall = from.length <= fewest && to.length <= fewest
    if (!(error instanceof RoadsFailed) || !error.isTooLarge || isSmall) throw error
    if (from.length >= to.length) {
      const half = Math.ceil(from.length / 2)
      return [
        ...(await requestPart(request, from.slice(0, half), to, signal)),
        ...(await requestPart(request, from.slice(half), to, signal)),
      ]
    }
    const half = Math.ceil(to.length / 2)
    const left = await requestPart(request, from, to.slice(0, half), signal)
    const right = await requestPart(request, from, to.slice(half), signal)
    return left.map((legs, at) => [...legs, ...(right[at] ?? [])])
  }
}

async function requestTable(
  { url, body, read }: TableRequest,
  rows: number,
  columns: number,
  signal: AbortSignal,
): Promise<(Leg | null)[][]> {
  const post = body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'application/json' } }
  const answer = await fetch(url, { ...post, signal, redirect: 'error' }).catch((error: Error) => {
    const { code } = (error.cause ?? {}) as { code?: string }
    throw new RoadsFailed(`The road service did not answer (${code ?? error.name}).`)
  })
  if (Number(answer.headers.get('content-length') ?? 0) > largestAnswer) {
    await answer.body?.cancel()
    throw new RoadsFailed('The road service answered more than can be read.')
  }
  const content: unknown = await answer.json().catch((error: Error) => {
    throw new RoadsFailed(`The road service answered ${answer.status}, not as JSON (${error.name}).`)
  })
  if (!answer.ok) {
    const words = JSON.stringify(content).slice(0, 150)
    throw new RoadsFailed(`The road service answered ${answer.status}: ${words}`, isTooLarge(answer.status, content))
  }
  let table: (Leg | null)[][]
  try {
    table = read(content)
  } catch {
    throw new RoadsFailed('The road service answered in another form than documented.')
  }
  if (table.length !== rows || table.some((legs) => legs.length !== columns)) {
    throw new RoadsFailed('The road service answered for other places than were asked for.')
  }
  return table
}

/** OSRM returns TooBig; Valhalla's errors 150 to 154 mean too many or too distant places. */
function isTooLarge(status: number, content: unknown): boolean {
  const { code, error_code: error } = (content ?? {}) as { code?: unknown; error_code?: unknown }
  return (
    status === 413 || status === 414 || code === 'TooBig' || (typeof error === 'number' && error >= 150 && error < 155)
  )
}
