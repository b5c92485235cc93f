import { type UseRule, useRules } from '#server/kernel/record-uses.ts'
import { type Check, documents, items } from './check-rules.ts'

/** Live or open records that refer to deleted ones, by the rules that prevent deletion. */
const usesOf = (check: UseRule['check']) =>
  Object.entries<readonly UseRule[]>(useRules)
    .flatMap(([table, rules]) => rules.filter((rule) => rule.check === check).map((rule) => ({ table, rule })))
    .map(
      ({
        table,
        rule,
      }) => `select distinct ${rule.kind} as kind, w.id, ${rule.name} as name, 'it names ' || gone.name as says,
        'that is deleted' as explained
      from ${rule.from} join ${table} gone on gone.id = ${rule.refers} and gone.deleted_at is not null where ${rule.when}`,
    )
    .join(' union all ')

/** Live records don't belong to deleted ones, and files belong to rows. */
export const parentChecks: readonly Check[] = [
  {
    id: 'V19 category',
    title: 'No product is in a deleted category.',
    rows: usesOf('V19 category'),
  },
  {
    id: 'V19 supplier',
    title: 'No item has a deleted supplier.',
    rows: usesOf('V19 supplier'),
  },
  {
    id: 'V19 home',
    title: 'No item has a deleted default location.',
    rows: usesOf('V19 home'),
  },
  {
    id: 'V19 stock',
    title: 'Deleted locations and deleted items have no stock.',
    rows: items(`select b.item_id, b.on_hand || ' pieces stand in ' || p.name as says,
        case when p.deleted_at is null then 'the item is deleted' else 'the location is deleted' end as explained
      from stock_balance b join items i on i.id = b.item_id join locations p on p.id = b.location_id
      where b.on_hand > 0 and (i.deleted_at is not null or p.deleted_at is not null)`),
  },
  {
    id: 'V19 zones',
    title: 'Zones belong to existing locations, and deleted zones hold no items.',
    rows: `select 'location' as kind, p.id, p.name || ', zone ' || z.name as name,
        case when z.deleted_at is null then 'the zone is there' else 'an item is kept in it' end as says,
        case when z.deleted_at is null then 'its location is deleted' else 'the zone is deleted' end as explained
      from zones z join locations p on p.id = z.location_id
      left join (select distinct g.zone_id from zone_goods g join items i on i.id = g.item_id where i.deleted_at is null) g
        on g.zone_id = z.id
      where z.deleted_at is null and p.deleted_at is not null or z.deleted_at is not null and g.zone_id is not null`,
  },
  {
    id: 'V19 parts',
    title: 'No kit or product has a deleted component.',
    rows: usesOf('V19 parts'),
  },
  {
    id: 'V19 orders',
    title: 'Deleted customers have no open orders.',
    rows: usesOf('V19 orders'),
  },
  {
    id: 'V19 purchases',
    title: 'No open purchase order has a deleted supplier or location.',
    rows: usesOf('V19 purchases'),
  },
  {
    id: 'V19 pending',
    title: 'No open transfer, kit order or count has a deleted location.',
    rows: usesOf('V19 pending'),
  },
  {
    id: 'V19 uses',
    title: 'No open document refers to a deleted item, partner, location or vehicle.',
    rows: usesOf('V19 uses'),
  },
  {
    id: 'V19 documents',
    title: 'Records of a deleted order are deleted with it.',
    rows: documents(
      'salesOrder',
      'sales_orders',
      `select o.id, coalesce(v.number, s.number) || ' stands' as says, 'its order is deleted' as explained
        from sales_orders o
        left join invoices v on v.order_id = o.id and v.voided_at is null
        left join shipments s on s.order_id = o.id and s.deleted_at is null
        where o.deleted_at is not null and (v.id is not null or s.id is not null)`,
    ),
  },
  {
    id: 'V20 rows',
    title: 'Every image of a product has its file.',
    rows: items(`select g.item_id, 'image ' || g.file_name as says, 'its file is not there' as explained
      from product_images g left join jsonb_array_elements_text(nullif(current_setting('wardstock.files', true), '')::jsonb->'all') f
        on f = g.id::text
      where g.removed_at is null and f is null and current_setting('wardstock.files', true) <> ''`),
  },
  {
    id: 'V20 files',
    title: 'Every file is of an image, a proof of delivery or a return.',
    rows: `select 'other' as kind, null::uuid as id, 'file ' || f as name, 'it is there' as says, 'no image is its own' as explained
      from jsonb_array_elements_text(nullif(current_setting('wardstock.files', true), '')::jsonb->'old') f
      left join product_images g on g.id::text = f left join driver_files d on d.file_id::text = f
      left join sales_return_photos p on p.id::text = f
      where g.id is null and d.file_id is null and p.id is null`,
  },
]
