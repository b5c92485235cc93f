import { type RawBuilder, sql } from 'kysely'
import { openPurchases } from '#shared/purchasing/orders/purchase-transitions.ts'
import { oneOf } from '#server/db/one-of.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { formatPrice } from '#shared/money.ts'
import { lookbackDays, reorderNeedOf, suggest, suggestByForecast } from '#shared/purchasing/reorder/reorder.ts'
import { noSupplier, type reorderApi, type ReorderGroup, type ReorderItem } from '#shared/purchasing/reorder/api.ts'
import type { Db } from '#server/db/database.ts'
import { all, containing } from '#server/db/keyset.ts'
import { companyToday } from '#server/kernel/company-day.ts'
import { usageEffects } from '#server/kernel/shipped-goods.ts'
import { availableSql } from '#server/kernel/usable-lots.ts'
import type { Work } from '#server/kernel/work.ts'
import { createPurchaseOrder } from '#server/purchasing/orders/purchase-draft.ts'
import { purchasingSettings } from '#server/purchasing/orders/purchase-settings.ts'

type Query = RequestOf<(typeof reorderApi.listReorders)['spec']>['query']
type Purchasing = Awaited<ReturnType<typeof purchasingSettings>>
type Lines = RequestOf<(typeof reorderApi.draftReorders)['spec']>['body']['lines']

interface Row {
  id: string
  kind: 'product' | 'raw_material'
  sku: string
  name: string
  supplier_id: string | null
  supplier_name: string | null
  available: number
  waiting: number
  on_order: number
  in_drafts: number
  consumed: number
  lead_time_days: number | null
  reorder_point: number | null
  moq: number | null
  pcs_per_case: number
  cost: number
  weeks: number[] | null
  month_error: number | null
  wape: number | null
}

type SupplierCount = Pick<Row, 'supplier_id' | 'supplier_name'> & { items: number }

/**
 * Purchasable items that are short, as rows. This is the SQL of `suggest` and `reorderNeedOf` in
 * shared/purchasing/reorder/reorder.ts, so that only the items to show are loaded, even of a large company.
 */
const shortItems = (where: readonly RawBuilder<unknown>[], settings: Purchasing) => sql`with used as (
      select item_id, sum(-quantity)::bigint as quantity from stock_days
      where effect in ${usageEffects} and day > ${companyToday} - ${lookbackDays}::integer
      group by item_id),
    coming as (
      select l.item_id, sum(greatest(l.quantity - l.received, 0))::bigint as quantity,
        sum(l.quantity) filter (where o.status = 'Draft')::bigint as drafted
      from purchase_orders o join purchase_order_lines l on l.order_id = o.id
      where o.status in ${oneOf(openPurchases)} and o.deleted_at is null
      group by l.item_id),
    lacking as (
      select l.item_id, sum(l.quantity - coalesce((select sum(k.quantity) from commitment k
          where k.source_id = o.id and k.source_line_id = l.id and k.state = 'open'), 0))::bigint as quantity
      from sales_orders o join sales_order_lines l on l.order_id = o.id
      where o.status = 'AWAITING_STOCK' and o.deleted_at is null group by l.item_id),
    known as (
      select i.id, i.kind, i.sku, i.name, s.id as supplier_id, s.name as supplier_name,
        ${availableSql} as available, coalesce(lacking.quantity, 0) as waiting,
        coalesce(coming.quantity, 0) as on_order, coalesce(coming.drafted, 0) as in_drafts,
        greatest(coalesce(used.quantity, 0), 0) as consumed, i.lead_time_days,
        i.reorder_point, coalesce(i.reorder_point, ${settings.lowStockThreshold}::integer) as low_at, i.moq, i.pcs_per_case, i.cost
      from items i join item_stock t on t.item_id = i.id
      left join suppliers s on s.id = i.supplier_id and s.deleted_at is null and s.status = 'active'
      left join used on used.item_id = i.id
      left join coming on coming.item_id = i.id
      left join lacking on lacking.item_id = i.id
      where ${all(where)}),
    short as materialized (
      select *, case when waiting > 0 then 'waiting' when available <= 0 then 'out' when available <= low_at then 'low'
          else 'soon' end as need
      from known where greatest(low_at + 1, ceil(consumed::numeric * (coalesce(lead_time_days, ${settings.leadTimeDays}::integer)
        + ${settings.coverDays}::integer) / ${lookbackDays}::integer)) > available - waiting + on_order)`

/** Items that are low or will be, by supplier, in one statement; computed like `suggest` in shared/purchasing/reorder. */
export async function listReorders(db: Db, query: Query) {
  const settings = await purchasingSettings(db)
  const where = [sql`i.kind in ('product', 'raw_material')`, sql`i.deleted_at is null`]
  if (query.q) where.push(sql`(i.name || ' ' || i.sku || ' ' || coalesce(i.barcode, '')) ilike ${containing(query.q)}`)
  const needed = query.need ? sql`need = ${query.need}` : sql`true`
  const supplierFilter =
    query.supplier === noSupplier
      ? sql`supplier_id is null`
      : query.supplier
        ? sql`supplier_id = ${query.supplier}`
        : sql`true`
  const bySupplier = sql`supplier_name is null, lower(supplier_name), supplier_id`
  const { rows } = await sql<{ items: Row[]; suppliers: SupplierCount[] }>`${shortItems(where, settings)}
    select
      (select coalesce(json_agg(row_to_json(shown)), '[]') from (select short.*, f.weeks, f.month_error, f.wape
        from short left join demand_forecasts f on f.item_id = short.id where ${needed} and ${supplierFilter}
        order by ${bySupplier}, lower(name), id limit ${query.limit}) shown) as items,
      (select coalesce(json_agg(row_to_json(counted)), '[]') from (select supplier_id, supplier_name, count(*) as items
        from short where ${needed} group by supplier_id, supplier_name order by ${bySupplier}) counted) as suppliers`.execute(
    db,
  )
  const { items, suppliers } = rows[0] ?? { items: [], suppliers: [] }
  const groups = new Map<string | null, ReorderGroup>()
  for (const row of items) {
    const group = groups.get(row.supplier_id) ?? { supplier: supplierOf(row), items: [] }
    group.items.push(itemOf(row, settings))
    groups.set(row.supplier_id, group)
  }
  const total = suppliers
    .filter((one) => !query.supplier || (one.supplier_id ?? noSupplier) === query.supplier)
    .reduce((sum, one) => sum + one.items, 0)
  return {
    data: [...groups.values()],
    coverDays: settings.coverDays,
    serviceLevelPercent: settings.serviceLevelPercent,
    total,
    suppliers: suppliers.map((one) => ({ supplier: supplierOf(one), items: one.items })),
  }
}

const supplierOf = (row: Pick<Row, 'supplier_id' | 'supplier_name'>) =>
  row.supplier_id === null ? null : { id: row.supplier_id, name: row.supplier_name ?? '' }

function itemOf(row: Row, settings: Purchasing): ReorderItem {
  const facts = {
    available: row.available,
    waiting: row.waiting,
    onOrder: row.on_order,
    consumed: row.consumed,
    leadTimeDays: row.lead_time_days ?? settings.leadTimeDays,
    lowAt: row.reorder_point ?? settings.lowStockThreshold,
    moq: row.moq,
    pcsPerCase: row.pcs_per_case,
  }
  const { isShort: _isShort, ...suggestion } = suggest(facts, settings.coverDays)
  const { weeks, month_error: monthError } = row
  return {
    ...facts,
    ...suggestion,
    need: reorderNeedOf(facts),
    id: row.id,
    kind: row.kind,
    sku: row.sku,
    name: row.name,
    inDrafts: row.in_drafts,
    leadTimeIsDefault: row.lead_time_days === null,
    lowAtIsDefault: row.reorder_point === null,
    unitCost: formatPrice(row.cost),
    forecast:
      weeks && monthError !== null
        ? { ...suggestByForecast(facts, settings, { weeks, monthError }), wape: row.wape }
        : null,
  }
}

interface DraftItem {
  id: string
  name: string
  supplierId: string | null
  locationId: string | null
  cost: number
}

/** Creates one draft per supplier, for the default location of most of its items. Throws INVALID for items without a supplier. */
export async function draftReorders(work: Work, lines: Lines): Promise<string[]> {
  const { rows } = await sql<DraftItem>`select i.id, i.name, s.id as "supplierId", i.cost,
      coalesce(i.location_id, (select l.id from locations l where l.deleted_at is null and l.consignee_id is null
        order by l.type = 'Factory', l.created_at limit 1)) as "locationId"
    from items i left join suppliers s on s.id = i.supplier_id and s.deleted_at is null and s.status = 'active'
    where i.id = any(${lines.map((line) => line.itemId)}::uuid[]) and i.deleted_at is null`.execute(work.tx)
  const items = new Map(rows.map((row) => [row.id, row]))
  const bySupplier = new Map<string, { item: DraftItem; quantity: number }[]>()
  for (const [at, { itemId, quantity }] of lines.entries()) {
    const item = items.get(itemId)
    const refuse = (words: string) => new Refusal('INVALID', words, { fields: { [`lines.${at}.itemId`]: words } })
    if (!item) throw refuse('cannot be purchased')
    if (!item.supplierId) throw refuse(`${item.name} has no active supplier. Assign one first.`)
    if (lines.findIndex((line) => line.itemId === itemId) !== at) throw refuse(`${item.name} is named twice`)
    bySupplier.set(item.supplierId, [...(bySupplier.get(item.supplierId) ?? []), { item, quantity }])
  }
  const drafts: string[] = []
  for (const [supplierId, wanted] of bySupplier) {
    const locationId = commonest(wanted.map(({ item }) => item.locationId))
    if (!locationId) throw new Refusal('INVALID', 'No location to receive the goods. Add one first.')
    drafts.push(
      await createPurchaseOrder(work, {
        supplierId,
        locationId,
        reference: null,
        notes: null,
        fees: [],
        lines: wanted.map(({ item, quantity }) => ({ itemId: item.id, quantity, unitCost: BigInt(item.cost) })),
      }),
    )
  }
  return drafts
}

function commonest(places: readonly (string | null)[]): string | null {
  const counts = new Map<string, number>()
  for (const place of places) if (place) counts.set(place, (counts.get(place) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null
}
