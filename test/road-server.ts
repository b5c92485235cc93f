import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from './after-file.ts'

interface Place {
  latitude: number
  longitude: number
}

/**
 * A fake road service on its own port: OSRM's table and Valhalla's matrix, as in their documentation. A distance in
 * metres is `factor` times the sum of the differences in degrees. `answer` replaces the response; `most` is the maximum
 * number of places.
 */
export async function roadServer() {
  const state = {
    factor: 200_000,
    most: 100,
    /** Sent instead of the normal response. */
    answer: null as { status: number; body: string } | null,
    isSilent: false,
  }
  const requests: { path: string; places: number }[] = []
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const path = request.url ?? ''
    const { from, to } = path.startsWith('/table/') ? osrmPlaces(path) : valhallaPlaces(body)
    requests.push({ path, places: from.length + to.length })
    if (state.isSilent) return
    const isOsrm = path.startsWith('/table/')
    if (state.answer) return void response.writeHead(state.answer.status).end(state.answer.body)
    if (from.length + to.length > state.most) {
      const refusal = isOsrm
        ? { code: 'TooBig', message: 'Too many table coordinates' }
        : { error_code: 150, error: 'Exceeded max locations', status_code: 400, status: 'Bad Request' }
      return void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
    }
    const metres = from.map((a) =>
      to.map((b) =>
        Math.round((Math.abs(a.latitude - b.latitude) + Math.abs(a.longitude - b.longitude)) * state.factor),
      ),
    )
    const seconds = metres.map((row) => row.map((one) => one / 10))
    const answer = isOsrm
      ? { code: 'Ok', durations: seconds, distances: metres, sources: [], destinations: [] }
      : {
          units: 'kilometers',
          sources_to_targets: metres.map((row, i) =>
            row.map((one, j) => ({ distance: one / 1000, time: seconds[i]?.[j], from_index: i, to_index: j })),
          ),
        }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(
    () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: requests, state }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

/** /table/v1/{profile}/{longitude},{latitude};…?annotations=duration,distance&sources=0;1&destinations=2;3 */
function osrmPlaces(path: string): { from: Place[]; to: Place[] } {
  const url = new URL(path, 'http://roads')
  const [, , version, profile, coordinates = ''] = url.pathname.split('/')
  if (version !== 'v1' || profile !== 'driving') throw new Error(`No table at ${path}`)
  if (url.searchParams.get('annotations') !== 'duration,distance') throw new Error('Durations and distances are wanted')
  const places = decodeURIComponent(coordinates)
    .split(';')
    .map((pair) => pair.split(',').map(Number))
    .map(([longitude = Number.NaN, latitude = Number.NaN]) => ({ latitude, longitude }))
  const chosen = (name: string) =>
    (url.searchParams.get(name) ?? '').split(';').map((at) => {
      const place = places[Number(at)]
      if (!place) throw new Error(`${name} names no coordinate`)
      return place
    })
  return { from: chosen('sources'), to: chosen('destinations') }
}

/** POST /sources_to_targets { sources: [{ lat, lon }], targets: [{ lat, lon }], costing, units } */
function valhallaPlaces(body: string): { from: Place[]; to: Place[] } {
  const { sources, targets, costing } = JSON.parse(body) as Record<
    'sources' | 'targets',
    { lat: number; lon: number }[]
  > & {
    costing: string
  }
  if (costing !== 'auto') throw new Error('Costing is wanted')
  const place = ({ lat, lon }: { lat: number; lon: number }) => ({ latitude: lat, longitude: lon })
  return { from: sources.map(place), to: targets.map(place) }
}
