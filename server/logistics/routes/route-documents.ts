import { sql } from 'kysely'
import { packageCode, type PackageKind, packageKindNames } from '#shared/logistics/shipments/packages.ts'
import type { Route, RouteStop } from '#shared/logistics/routes/route.ts'
import { deliveryFailureNames, shipmentStatusNames } from '#shared/logistics/shipments/shipment-status.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { DocumentBlock, DocumentContent } from '#server/documents/document-content.ts'
import { formatDay } from '#shared/format-day.ts'
import { formatFigure } from '#server/documents/formats.ts'

/** A package on the load list. */
export interface LoadedPackage {
  stopId: string
  number: number
  kind: PackageKind
  grams: number | null
  isCold: boolean
  sscc: string | null
}

/** The packages of the shipments on a route. */
export async function packagesOfRoute(db: Db | Tx, routeId: string): Promise<LoadedPackage[]> {
  const { rows } = await sql<LoadedPackage>`select p.id as "stopId", k.number, k.kind, k.weight_grams as grams,
      k.is_cold as "isCold", k.sscc
    from route_stops p join shipment_packages k on k.shipment_id = p.shipment_id
    where p.route_id = ${routeId} and p.removed_at is null order by p.sequence, k.number`.execute(db)
  return rows
}

const clockIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
  return (at: string | null) => (at === null ? '–' : format.format(new Date(at)))
}
// A non-breaking space between figure and unit.
const kg = (weight: string) => `${formatFigure(weight, 0)}\u00a0kg`
/** "2 packages", "3.5 kg": only what is known. */
const loadFacts = ({ packages, weight }: Pick<RouteStop, 'packages' | 'weight'>) => [
  ...(packages > 0 ? [packagesWords(packages)] : []),
  ...(Number(weight) > 0 ? [kg(weight)] : []),
]
const packagesWords = (count: number) => `${count.toLocaleString('en')}\u00a0${count === 1 ? 'package' : 'packages'}`
const durationWords = (seconds: number) => {
  const minutes = Math.round(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return `${hours > 0 ? `${hours}\u00a0h ` : ''}${minutes % 60}\u00a0min`
}

/** The stops in driving order, for drivers without a phone. */
export function routeSheet(route: Route, timeZone: string): DocumentContent {
  const clock = clockIn(timeZone)
  return {
    ...frame(route, 'Route sheet', clock),
    columns: [
      { name: 'Stop', width: 26, isFigure: true },
      { name: 'Customer', width: '*' },
      { name: 'ETA', width: 36, isFigure: true },
      { name: 'Window', width: 66, isSmall: true },
      { name: 'Load', width: 64, isSmall: true },
      { name: 'Received by, time', width: 110, isSmall: true },
    ],
    lines: route.routeStops.map((stop) => [
      String(stop.sequence),
      {
        text: stop.account.name,
        note: [stop.address, `${stop.shipment.number}, ${stop.order.number}`].filter(Boolean).join('\n'),
      },
      clock(stop.eta),
      stop.window ? `${clock(stop.window.from)} – ${clock(stop.window.to)}` : 'Any time',
      [
        ...(stop.packages > 0 ? [] : ['Not packed']),
        ...loadFacts(stop),
        ...(stop.isCold ? ['keep\u00a0cold'] : []),
      ].join(', '),
      endOf(stop, clock),
    ]),
    notes: route.notes,
    closing: 'Start km  ______________    End km  ______________    Driver, signature  ______________________________',
  }
}

/** The packages of a vehicle in loading order: the last stop first. */
export function loadList(route: Route, packages: readonly LoadedPackage[], timeZone: string): DocumentContent {
  const lines = route.routeStops.toReversed().flatMap((stop) => {
    const own = packages.filter(({ stopId }) => stopId === stop.id)
    const customer = { text: stop.account.name, note: stop.shipment.number }
    if (own.length === 0) return [[String(stop.sequence), customer, '–', 'Not packed', '–', '[    ]']]
    return own.map((one) => [
      String(stop.sequence),
      customer,
      `${one.number} of ${own.length}`,
      { text: packageCode(stop.shipment.number, one), note: one.isCold ? 'Keep cold' : null },
      `${packageKindNames[one.kind]}${one.grams === null ? '' : `, ${kg(String(one.grams / 1000))}`}`,
      '[    ]',
    ])
  })
  return {
    ...frame(route, 'Load list', clockIn(timeZone)),
    columns: [
      { name: 'Stop', width: 26, isFigure: true },
      { name: 'Customer', width: '*' },
      { name: 'Package', width: 48 },
      { name: 'Code', width: 120, isSmall: true },
      { name: 'Kind, weight', width: 90, isSmall: true },
      { name: 'Loaded', width: 44 },
    ],
    lines,
    closing: 'Loaded and counted by, date, signature  ____________________________________________',
  }
}

function endOf({ status, receivedBy, finishedAt, failureReason }: RouteStop, clock: (at: string | null) => string) {
  if (finishedAt === null) return ''
  return [
    receivedBy ?? (failureReason ? deliveryFailureNames[failureReason] : shipmentStatusNames[status]),
    clock(finishedAt),
  ].join(', ')
}

function frame(route: Route, heading: string, clock: (at: string | null) => string) {
  const { number, driver, vehicle, date, start, startsAt, distance, travelSeconds } = route
  const blocks: DocumentBlock[] = [
    ['Driver', [driver.name]],
    // On a line of its own, so that a plate is not broken at its hyphens.
    ['Vehicle', vehicle ? [vehicle.name, vehicle.plate] : ['–']],
    ['Date', [formatDay(date), `leaves ${startsAt}${route.endsAt === null ? '' : `, back ${clock(route.endsAt)}`}`]],
    ['Start', [start.name]],
    [
      'Load',
      [
        loadFacts(route).join(', '),
        `${formatFigure((distance / 1000).toFixed(1), 1)}\u00a0km, ${durationWords(travelSeconds)} driving`,
      ],
    ],
  ]
  return {
    name: `${heading} ${number}`,
    heading,
    number,
    foot: `${heading} ${number}`,
    blocks,
    isNumbered: false,
    sums: [],
  }
}
