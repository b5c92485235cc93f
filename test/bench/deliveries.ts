import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/db/database.ts'
import { neighbours } from '#server/db/keyset.ts'
import type { DB } from '#server/db/tables.ts'
import { getDeliveryStatus } from '#server/logistics/routes/delivery-status.ts'
import { listDrivers } from '#server/logistics/routes/drivers.ts'
import { listDrivingTimes } from '#server/logistics/routes/driving-times.ts'
import { listWaiting, readPlanning } from '#server/logistics/routes/planning.ts'
import { countRoutes, listRoutes, routePlan } from '#server/logistics/routes/route-list.ts'
import { mapRoutes } from '#server/logistics/routes/route-map.ts'
import { legsOf, readDrive } from '#server/logistics/routes/route-schedule.ts'
import { getRoute } from '#server/logistics/routes/route-view.ts'
import { printedShipments } from '#server/logistics/shipments/printed-shipments.ts'
import { countShipments, listShipments, shipmentPlan } from '#server/logistics/shipments/shipment-list.ts'
import { getShipment } from '#server/logistics/shipments/shipment-view.ts'
import { deliveryCounts, fillDeliveries } from './delivery-company.ts'
import { withPostgres } from './environment.ts'
import type { Statement } from './raw-statements.ts'

/*
 * npm run bench:deliveries: how many rows the plans of all statements of shipping, routes, delivery status and day
 * planning read compared with what they keep, in a company of 100,000 shipments. A query that discards many rows ends
 * the run with an error. `-- driver` runs only those with that word in their name.
 */

/**
 * A plan node may discard this many rows (a small table is read completely), or this many for each row that it keeps.
 */
const spare = 2_000
const perReturned = 25

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
const returnedRows = (node: PlanNode) => node['Actual Rows'] * node['Actual Loops']
const dropped = (node: PlanNode) =>
  ((node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0)) *
  node['Actual Loops']

/** Every query of the pages, by what it is for. */
async function questions(db: Db): Promise<Record<string, (db: Db) => Promise<unknown>>> {
  const { rows } = await sql<{
    shipment: string
    waiting: string
    route: string
    live: string
    driver: string
    account: string
    start: string
    today: string
  }>`select
      (select id from shipments where status = 'DELIVERED' order by created_at desc offset 5000 limit 1) as shipment,
      (select id from shipments where status = 'READY_FOR_SHIPPING' limit 1) as waiting,
      (select id from routes where status = 'COMPLETED' order by date desc offset 500 limit 1) as route,
      (select id from routes where status = 'IN_PROGRESS' limit 1) as live, (select id from users where role = 'driver' limit 1) as driver,
      (select id from accounts limit 1) as account, (select id from locations limit 1) as start, company_today()::text as today`.execute(
    db,
  )
  const of = rows[0]!
  const page = { limit: 50 }
  const shipments = (query: object) => (on: Db) => listShipments(on, { sort: '-createdAt', ...page, ...query } as never)
  const routes = (query: object) => (on: Db) => listRoutes(on, { sort: '-date', ...page, ...query } as never)
  return {
    'shipping, first page': shipments({}),
    'shipping, by expected day': shipments({ sort: 'expectedDate' }),
    'shipping, by number': shipments({ sort: 'number' }),
    'shipping, ready': shipments({ status: 'READY_FOR_SHIPPING' }),
    'shipping, failed': shipments({ status: 'FAILED_DELIVERY' }),
    'shipping, failed deliveries to resolve': shipments({ status: 'FAILED_DELIVERY', order: 'open', sort: 'failedAt' }),
    'shipping, by carrier': shipments({ method: 'carrier' }),
    'shipping, not planned': shipments({ planned: 'no' }),
    'shipping, planned': shipments({ planned: 'yes' }),
    'shipping, late': shipments({ late: 'yes' }),
    'shipping, of a customer': shipments({ account: of.account }),
    'shipping, of a driver': shipments({ driver: of.driver }),
    'shipping, of a route': shipments({ route: of.route }),
    'shipping, expected today': shipments({ from: of.today, to: of.today }),
    'shipping, search a number': shipments({ q: 'SH-2026-050000' }),
    'shipping, search a customer': shipments({ q: 'Hospital 77' }),
    'shipping, search nothing': shipments({ q: 'xqzwv' }),
    'shipping, neighbours': (on) => neighbours(on, shipmentPlan({ sort: '-createdAt' } as never), of.shipment),
    'shipment, delivered': (on) => getShipment(on, of.shipment),
    'shipment, waiting': (on) => getShipment(on, of.waiting),
    'shipment, printed': (on) => printedShipments(on, [of.shipment, of.waiting]),
    'routes, first page': routes({}),
    'routes, by number': routes({ sort: 'number' }),
    'routes, planned': routes({ status: 'PLANNED' }),
    'routes, of a driver': routes({ driver: of.driver }),
    'routes, today': routes({ from: of.today, to: of.today }),
    'routes, search': routes({ q: 'Driver 7' }),
    'routes, neighbours': (on) => neighbours(on, routePlan({ sort: '-date' } as never), of.route),
    'routes, map of today': (on) => mapRoutes(on, { sort: '-date', from: of.today, to: of.today } as never),
    'route, completed': (on) => getRoute(on, of.route),
    'route, under way': (on) => getRoute(on, of.live),
    'route, times': async (on) => legsOf(on, await readDrive(on, of.live, new Date())),
    'delivery status, today': (on) => getDeliveryStatus(on, of.today),
    'plan day, waiting': (on) => listWaiting(on, of.today),
    'plan day, proposal': (on) => readPlanning(on, { date: of.today, startId: of.start }, new Date()),
    'plan day, drivers': (on) => listDrivers(on),
    // These count or sum all rows on purpose, so they use what they read.
    'shipping, counts': (on) => countShipments(on),
    'routes, counts': (on) => countRoutes(on),
    'driving times': (on) => listDrivingTimes(on),
  }
}

await withPostgres(async (open) => {
  const company = await open('deliveries', fillDeliveries)
  const noted: Statement[] = []
  const pool = new pg.Pool({ ...company.connection, max: 2, options: '-c timezone=UTC' })
  const db: Db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void noted.push({ text: query.sql, values: [...query.parameters] }),
  })
  const client = new pg.Client({ ...company.connection, options: '-c timezone=UTC' })
  await client.connect()
  const rows = []
  const [, , only = ''] = process.argv
  for (const [name, runQuestion] of Object.entries(await questions(db))) {
    if (!name.includes(only)) continue
    noted.length = 0
    await runQuestion(db)
    for (const { text, values } of noted.splice(0)) {
      const explained = await client.query(`explain (analyze, timing off, format json) ${text}`, values)
      const [{ Plan: plan, 'Execution Time': ms }] = explained.rows[0]['QUERY PLAN'] as [
        { Plan: PlanNode; 'Execution Time': number },
      ]
      const nodes = nodesOf(plan)
      const heaviest = nodes.toSorted((a, b) => returnedRows(b) + dropped(b) - returnedRows(a) - dropped(a))[0]!
      const wasteful = nodes.filter((node) => dropped(node) > Math.max(spare, perReturned * returnedRows(node)))
      rows.push({ name, returned: returnedRows(plan), read: returnedRows(heaviest) + dropped(heaviest), ms, wasteful })
      const words = wasteful.map(
        (node) =>
          `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name'] ?? ''}: ${dropped(node)} dropped, ${returnedRows(node)} kept`,
      )
      console.log(
        `${name.padEnd(30)} ${String(returnedRows(plan)).padStart(6)} returned  ${String(returnedRows(heaviest) + dropped(heaviest)).padStart(7)} read by its largest part  ${ms.toFixed(1).padStart(7)} ms  ${words.join('; ')}`,
      )
    }
  }
  await client.end()
  await db.destroy()
  await company.app.stop()
  if (rows.some(({ wasteful }) => wasteful.length > 0)) process.exitCode = 1
  return { size: deliveryCounts, rows }
}, 'deliveries.json')
