import { sql } from 'kysely'
import { category, item, location, supplier } from './dimensions.ts'
import { type ReportDays, columnsNamed, type ReportSource } from './report-source.ts'
import { costSteps } from '#server/kernel/cost-steps.ts'
import { stockOnEvenings } from './stock-evenings.ts'
import { stockLayers } from './stock-layers.ts'

/**
 * The stock at each location at the end of each day, computed backwards from the current stock. First in, first out: the stock
 * on hand of an item are its newest pieces; pieces without a layer count at the average cost. Each location has its share of
 * the item's layers. Rounding differences are carried over, so that the rows of a day add up to its total to the cent.
 */
const stockEvenings = ({ evenings }: ReportDays) => {
  const days = [...new Set(evenings)].toSorted()
  const list = sql`${days}::date[]`
  return sql`(with ${costSteps},
    points as (select day, at::int from unnest(${list}) with ordinality p(day, at)),
    ${stockLayers},
    moved as materialized (
      select item_id, location_id, width_bucket(day - 1, ${list}) as until, sum(quantity) as quantity
      from stock_days where day > ${days[0] ?? null}::date group by 1, 2, 3),
    places as (
      select item_id, location_id, sum(quantity) as quantity from (
        select item_id, location_id, on_hand as quantity from stock_balance
        union all select item_id, location_id, 0 from moved) x group by 1, 2),
    held as materialized (
      select t.item_id, t.location_id, p.day, t.quantity - coalesce(sum(m.quantity), 0) as quantity
      from places t cross join points p
        left join moved m on m.item_id = t.item_id and m.location_id = t.location_id and m.until >= p.at
      group by t.item_id, t.location_id, p.day, t.quantity having t.quantity <> coalesce(sum(m.quantity), 0)),
    on_hand as (select item_id, day, sum(quantity) as quantity from held group by 1, 2),
    taken as (
      select h.item_id, h.day, h.quantity as wanted, l.unit, l.name, l.day as came, l.id,
        greatest(0, least(l.quantity, h.quantity - coalesce(sum(l.quantity) over newer, 0))) as pieces
      from on_hand h join layers l on l.item_id = h.item_id and l.day <= h.day and l.since <= h.day and l.gone > h.day
      window newer as (partition by h.item_id, h.day order by l.day desc, l.id desc rows between unbounded preceding and 1 preceding)),
    layered as (
      select item_id, day, sum(pieces * unit) as value, sum(pieces) as pieces,
        string_agg(pieces || ' of ' || name, ', ' order by came desc, id desc) filter (where pieces > 0) as detail
      from taken group by 1, 2),
    valued as (
      select h.*, h.quantity * coalesce(c.cost, 0) as average,
        h.quantity * (coalesce(y.value, 0) + (o.quantity - coalesce(y.pieces, 0)) * coalesce(c.cost, 0)) / nullif(o.quantity, 0) as fifo,
        y.detail
      from held h join on_hand o on o.item_id = h.item_id and o.day = h.day
        left join layered y on y.item_id = h.item_id and y.day = h.day
        left join steps c on c.item_id = h.item_id and c.first <= h.day and c.until > h.day),
    rounded as (
      select v.*, minor_units(sum(average) over upto) - minor_units(sum(average) over upto - average) as average_cents,
        minor_units(round(sum(fifo) over upto, 4)) - minor_units(round(sum(fifo) over upto - fifo, 4)) as fifo_cents
      from valued v window upto as (partition by day order by item_id, location_id))
    select md5('place ' || r.item_id || r.location_id || r.day)::uuid as row_id, r.day, r.item_id, r.location_id, i.category_id,
      i.supplier_id, r.quantity, r.average_cents as average, r.fifo_cents as fifo, 'item' as record_kind, r.item_id as record_id,
      i.name as record_name, l.name || coalesce(': ' || left(r.detail, 200), '') as detail
    from rounded r join items i on i.id = r.item_id join locations l on l.id = r.location_id) f`
}

export const stockValue: ReportSource = {
  rows: stockEvenings,
  evenings: stockOnEvenings,
  known: sql`stock_days f`,
  where: sql`true`,
  measures: columnsNamed('average', 'fifo', 'quantity'),
  dimensions: {
    category,
    location,
    supplier,
    item,
  },
}
