import { type RawBuilder, sql } from 'kysely'
import type { recordKinds } from '#shared/reports/report.ts'
import { companyDay } from '#server/kernel/company-day.ts'
import { systemCaller } from '#server/kernel/work.ts'
import { column, columnsNamed, isAround, nameIn, type ReportDays, type ReportSource } from './report-source.ts'

/** Kinds of records with another name for users than in the audit log; the others use the log's name in words. */
const otherNames = {
  account: 'Customer',
  count: 'Stock count',
  driver: 'Driver’s phone',
  kitOrder: 'Kit order',
  list: 'List view',
  order: 'Sales order',
  proof: 'Data integrity check',
  return: 'Customer return',
  session: 'Login',
  shelf: 'Customer’s shelf',
  stock: 'Stock adjustment',
  view: 'List view',
}

/** Actions whose name in the audit log would not be understood; the others use that name in words. */
const otherActs = {
  accept: 'accepted',
  approach: 'out for delivery',
  approve: 'approved',
  assign: 'assigned to carrier',
  backOrder: 'backordered',
  cameBack: 'goods returned',
  cancel: 'cancelled',
  complete: 'completed',
  confirm: 'confirmed',
  consignee: 'customer of consignment stock changed',
  convert: 'converted',
  create: 'created',
  decline: 'declined',
  deliver: 'delivered',
  digests: 'email summaries changed',
  dispatch: 'dispatched',
  event: 'action on the phone',
  expire: 'expired',
  failDelivery: 'delivery failed',
  finish: 'finished',
  goods: 'usual goods changed',
  handOver: 'shipped',
  hold: 'on hold',
  initial: 'initial stock',
  inspect: 'inspected',
  looked: 'viewed',
  owner: 'owner changed',
  place: 'placed',
  plan: 'planned',
  position: 'location shared',
  postpone: 'back to in transit',
  quarantine: 'quarantined',
  ready: 'ready to ship',
  recall: 'recalled',
  receive: 'received',
  receivePart: 'partly received',
  receiveRest: 'fully received',
  reopen: 'reopened',
  replan: 'rescheduled',
  reverse: 'back to picking',
  revise: 'revised',
  run: 'messages sent',
  send: 'sent',
  setOff: 'in transit',
  start: 'started',
  startPicking: 'picking started',
  stopPicking: 'picking stopped',
  takeApart: 'taken apart',
  told: 'customer notified',
  unassign: 'carrier removed',
  unconfirm: 'back to pending',
}

/** `newAddressAdded`, `report_schedule` → "new address added", "report schedule". */
const inWords = (code: RawBuilder<unknown>) =>
  sql`lower(regexp_replace(translate(${code}, '_.', '  '), '([a-z])([A-Z])', '\\1 \\2', 'g'))`

const subjectName = (code: RawBuilder<unknown>) =>
  sql`coalesce(${JSON.stringify(otherNames)}::jsonb->>(${code}), upper(left(${code}, 1)) || substr(${inWords(code)}, 2))`

/** `order.newAddressAdded` → "Sales order: new address added". */
function actName(code: RawBuilder<unknown>) {
  const subject = sql`split_part(${code}, '.', 1)`
  const act = sql`substr(${code}, strpos(${code}, '.') + 1)`
  return sql`${subjectName(subject)} || ': ' || coalesce(${JSON.stringify(otherActs)}::jsonb->>(${act}), ${inWords(act)})`
}

/** Entities whose records have a page, and the kind of that page. */
const pages = {
  salesOrder: 'order',
  invoice: 'invoice',
  purchaseOrder: 'purchase',
  route: 'route',
  shipment: 'shipment',
  prospect: 'prospect',
  product: 'item',
  lot: 'lot',
  stockCount: 'stock-count',
  recall: 'recall',
  account: 'customer',
  supplier: 'supplier',
  contact: 'contact',
  opportunity: 'opportunity',
  estimate: 'estimate',
  return: 'return',
  stockTransfer: 'transfer',
  productionRun: 'production',
  kit: 'kit',
  kitOrder: 'kit-order',
  rawMaterial: 'raw-material',
  location: 'location',
  user: 'user',
} as const satisfies Record<string, (typeof recordKinds)[number]>
const page = sql`(${JSON.stringify(pages)}::jsonb->>a.entity)`

/** Scheduled and background actions have no user; they are shown as "System", as in the histories of records. */
const userName = sql`case when a.actor_id = ${systemCaller.userId} then 'System' else u.name end`

const rows = ({ spans }: ReportDays) => sql`(
  select a.id, ${companyDay('a.at')} as day, a.actor_id, a.act, a.entity, 1 as actions
  from audit_log a where a.actor_id is not null and ${isAround('a.at', spans)}) f`

const records = ({ spans }: ReportDays) => sql`(
  select lpad(to_hex(a.id), 32, '0')::uuid as row_id, ${companyDay('a.at')} as day, a.actor_id, a.act, a.entity, 1 as actions,
    coalesce(${page}, 'none') as record_kind,
    case when ${page} is not null then a.entity_id end as record_id, ${actName(sql`a.act`)} as record_name,
    concat_ws(' · ', coalesce(a.details->>'number', a.details->>'name'), ${userName},
      to_char(a.at at time zone (select coalesce((select content->>'timeZone' from settings), 'UTC')), 'HH24:MI')) as detail
  from audit_log a left join users u on u.id = a.actor_id where a.actor_id is not null and ${isAround('a.at', spans)}) f`

/** The actions of users, from the audit log; actions of the server itself belong to the system. */
export const activitySource = {
  rows,
  records,
  where: sql`true`,
  measures: columnsNamed('actions'),
  dimensions: {
    user: {
      key: column('actor_id'),
      label: sql`case when g.key = ${systemCaller.userId} then 'System' else ${nameIn('users')} end`,
    },
    action: { key: column('act'), label: actName(sql`g.key::text`), isText: true },
    subject: { key: column('entity'), label: subjectName(sql`g.key::text`), isText: true },
  },
} as const satisfies ReportSource
