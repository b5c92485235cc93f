import { type RawBuilder, sql } from 'kysely'
import { oneOf } from '#server/db/one-of.ts'
import { awaitedPurchases } from '#shared/purchasing/orders/purchase-transitions.ts'
import { priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import { formatPrice } from '#shared/money.ts'
import type { CatalogueRow } from '#shared/portal/orders-api.ts'
import { containing } from '#server/db/keyset.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { lineExpectedOn } from '#server/kernel/expected-goods.ts'
import { promisableSql } from '#server/kernel/usable-lots.ts'
import { companyToday } from '#server/kernel/company-day.ts'

const column: Record<(typeof priceTiers)[number], string> = {
  retail: 'price_retail',
  wholesale: 'price_wholesale',
  distributor: 'price_distributor',
  highVolume: 'price_high_volume',
}
/** The price of the customer's (a) tier for an item (i). */
const ownPrice = sql`coalesce(case a.price_tier ${sql.join(
  priceTiers.map((tier) => sql`when ${sql.lit(tier)} then i.${sql.ref(column[tier])}`),
  sql` `,
)} end, i.price)`

/** Pieces that could be committed to the customer today. The figure never leaves the statement. */
const available = promisableSql(sql`i.id`, companyToday, sql`shelf_life_asked(a.min_shelf_life_days)`)

/** The expected date of more stock, from open purchase orders. */
const expectedOn = sql`(select min(${lineExpectedOn('l', 'p')}) from purchase_order_lines l
  join purchase_orders p on p.id = l.order_id
  where l.item_id = i.id and p.deleted_at is null and p.status in ${oneOf(awaitedPurchases)} and l.received < l.quantity
    and ${lineExpectedOn('l', 'p')} >= company_today())`

/** What a customer sees of an item (i): whether there is enough for `wanted` pieces, but not how much there is. */
const offered = (
  wanted: RawBuilder<unknown>,
) => sql`json_build_object('id', i.id, 'name', i.name, 'sku', i.sku) as product,
  ${ownPrice} as "unitPrice", i.pcs_per_case as "packSize", i.moq as minimum,
  case when ${available} >= ${wanted} then 'in_stock' else 'short' end as availability,
  case when ${available} < ${wanted} then ${expectedOn} end as "expectedOn"`

type Row = Omit<CatalogueRow, 'unitPrice'> & { unitPrice: number }

/** Days of purchases that count as usual. */
const usualDays = 365
const maxRows = 60

/** The products that the customer buys, the most frequent first; with `q` all products that match, those they buy first. */
export async function listCatalogue(db: Db, accountId: string, q: string | undefined): Promise<CatalogueRow[]> {
  const wanted = sql`greatest(coalesce(b.usual, 1), coalesce(i.moq, 1))`
  const found = q ? sql`(i.name || ' ' || i.sku) ilike ${containing(q)}` : sql`b.item_id is not null`
  const { rows } = await sql<Row>`with bought as materialized (
      select l.item_id, count(distinct o.id)::int as times, max(o.order_date) as last,
        percentile_disc(0.5) within group (order by l.quantity) as usual
      from sales_orders o join sales_order_lines l on l.order_id = o.id
      where o.account_id = ${accountId} and o.deleted_at is null and o.status <> 'CANCELLED'
        and o.order_date > company_today() - ${usualDays}::int
      group by 1)
    select ${offered(wanted)}, coalesce(b.times, 0) as "timesBought", b.usual as "usualQuantity", b.last as "lastBought"
    from items i join accounts a on a.id = ${accountId} left join bought b on b.item_id = i.id
    where i.kind in ('product', 'kit') and i.deleted_at is null and ${found}
    order by b.times desc nulls last, lower(i.name), i.id limit ${maxRows}`.execute(db)
  return rows.map((row) => ({ ...row, unitPrice: formatPrice(row.unitPrice) }))
}

export interface OfferedLine
  extends Pick<CatalogueRow, 'product' | 'packSize' | 'minimum' | 'availability' | 'expectedOn'> {
  quantity: number
}

/** The same for lines to be ordered, in their order; products that aren't sold are left out. */
export async function offeredLines(
  db: Db | Tx,
  accountId: string,
  lines: readonly { productId: string; quantity: number }[],
): Promise<OfferedLine[]> {
  const { rows } = await sql<OfferedLine>`select ${offered(sql`w.quantity`)}, w.quantity
    from unnest(${lines.map((line) => line.productId)}::uuid[], ${lines.map((line) => line.quantity)}::int[])
      with ordinality as w(id, quantity, position)
    join items i on i.id = w.id join accounts a on a.id = ${accountId}
    where i.kind in ('product', 'kit') and i.deleted_at is null order by w.position`.execute(db)
  return rows
}
