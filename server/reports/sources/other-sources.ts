import { sql } from 'kysely'
import { activitySource } from './activity-source.ts'
import { customer } from './dimensions.ts'
import { column, columnsNamed, isAround, nameIn, type ReportDays, type ReportSource } from './report-source.ts'
import { companyDay } from '#server/kernel/company-day.ts'

/** Stops that a driver finished. Minutes from arrival to the end of the stop; metres of the planned leg. */
const stops = ({ spans }: ReportDays) => sql`(
  select s.id as row_id, ${companyDay('s.finished_at')} as day, r.driver_id, r.id as route_id, r.vehicle_id, 1 as attempts,
    (s.failure_reason is null)::int as delivered, (s.failure_reason is not null)::int as failed,
    coalesce(round(extract(epoch from s.finished_at - s.arrived_at) / 60), 0)::bigint as minutes,
    coalesce(s.distance, 0)::bigint as metres,
    'route' as record_kind, r.id as record_id, r.number || ', ' || h.number as record_name, s.failure_reason as detail
  from route_stops s join routes r on r.id = s.route_id join shipments h on h.id = s.shipment_id
  where ${isAround('s.finished_at', spans)} and s.removed_at is null and r.deleted_at is null) f`

/** Lines of valid invoices, and of credit notes with a minus. The tax of opening balances was reported by the old system. */
const taxed = sql`(
  select l.id as row_id, v.issued_date as day, v.account_id,
    l.tax_name || ' ' || trim(trailing '.' from trim(trailing '0' from (l.tax_rate / 1000.0)::text)) || '%' as rate, l.net, l.tax,
    'invoice' as record_kind, v.id as record_id, v.number as record_name, l.name as detail
  from invoices v join invoice_lines l on l.invoice_id = v.id where v.deleted_at is null and v.voided_at is null
    and l.kind <> 'opening'
  union all
  select c.id, n.issued_date, n.account_id,
    l.tax_name || ' ' || trim(trailing '.' from trim(trailing '0' from (l.tax_rate / 1000.0)::text)) || '%',
    c.tax - c.total, -c.tax, 'invoice', n.invoice_id, n.number, c.name
  from credit_notes n join credit_note_lines c on c.credit_note_id = n.id join invoice_lines l on l.id = c.invoice_line_id
    join invoices v on v.id = n.invoice_id where v.deleted_at is null and v.voided_at is null) f`

const where = sql`true`

export const otherSources = {
  deliveries: {
    rows: stops,
    where,
    measures: columnsNamed('attempts', 'delivered', 'failed', 'minutes', 'metres'),
    dimensions: {
      driver: { key: column('driver_id'), label: nameIn('users') },
      route: { key: column('route_id'), label: sql`(select n.number from routes n where n.id = g.key)` },
      vehicle: { key: column('vehicle_id'), label: nameIn('vehicles') },
    },
  },
  'sales-tax': {
    rows: taxed,
    where,
    measures: columnsNamed('tax', 'net'),
    dimensions: { rate: { key: column('rate') }, customer },
  },
  activity: activitySource,
} as const satisfies Record<string, ReportSource>
