import { type Check, documents, items } from './check-rules.ts'

const deleted = 'deleted_at is not null'
/** Living items whose own column names something deleted. */
const itemsOf = (column: string, table: string, word: string) =>
  items(`select t.id as item_id, 'its ${word} is ' || p.name as says, 'that is deleted' as explained
    from items t join ${table} p on p.id = t.${column} and p.${deleted} where t.deleted_at is null`)

/** What lives belongs to nothing that is deleted, and files belong to rows. */
export const parentChecks: readonly Check[] = [
  {
    id: 'V19 category',
    title: 'A product is in no category that is deleted.',
    rows: itemsOf('category_id', 'categories', 'category'),
  },
  {
    id: 'V19 supplier',
    title: 'An item is bought from no supplier that is deleted.',
    rows: itemsOf('supplier_id', 'suppliers', 'supplier'),
  },
  {
    id: 'V19 home',
    title: 'No item has its home at a location that is deleted.',
    rows: itemsOf('location_id', 'locations', 'home'),
  },
  {
    id: 'V19 stock',
    title: 'Nothing stands at a location that is deleted, and nothing of an item that is.',
    rows: items(`select b.item_id, b.on_hand || ' pieces stand in ' || p.name as says,
        case when p.deleted_at is null then 'the item is deleted' else 'the location is deleted' end as explained
      from stock_balance b join items i on i.id = b.item_id join locations p on p.id = b.location_id
      where b.on_hand > 0 and (i.deleted_at is not null or p.deleted_at is not null)`),
  },
  {
    id: 'V19 zones',
    title: 'A zone is of no location that is deleted, and nothing is kept in a deleted one.',
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
    title: 'No kit and no product is made of what is deleted.',
    rows: items(`select x.whole as item_id, 'it is made of ' || i.name as says, 'that is deleted' as explained
      from (select kit_id as whole, item_id as part from kit_components
        union all select product_id, raw_material_id from bill_of_materials) x
      join items i on i.id = x.part and i.deleted_at is not null join items w on w.id = x.whole and w.deleted_at is null`),
  },
  {
    id: 'V19 orders',
    title: 'No customer who is deleted has an order that is open.',
    rows: documents(
      'salesOrder',
      'sales_orders',
      `select o.id, 'it is ' || o.status as says, a.name || ' is deleted' as explained
        from sales_orders o join accounts a on a.id = o.account_id and a.deleted_at is not null
        where o.deleted_at is null and o.status not in ('DELIVERED', 'CANCELLED', 'RETURNED')`,
    ),
  },
  {
    id: 'V19 purchases',
    title: 'No purchase order is open at a supplier or for a location that is deleted.',
    rows: documents(
      'purchaseOrder',
      'purchase_orders',
      `select o.id, 'it is ' || o.status as says,
          case when s.deleted_at is null then p.name else s.name end || ' is deleted' as explained
        from purchase_orders o join suppliers s on s.id = o.supplier_id join locations p on p.id = o.location_id
        where o.deleted_at is null and o.status in ('Draft', 'Pending Approval', 'Open', 'Partially Received')
          and (s.deleted_at is not null or p.deleted_at is not null)`,
    ),
  },
  {
    id: 'V19 pending',
    title: 'No transfer, kit order or count is open at a location that is deleted.',
    rows: `select d.kind, d.id, d.number as name, 'it is ' || d.status as says, p.name || ' is deleted' as explained
      from (select 'stockTransfer' as kind, id, number, status, source_id as place from stock_transfers where status = 'pending' and deleted_at is null
        union all select 'stockTransfer', id, number, status, destination_id from stock_transfers where status = 'pending' and deleted_at is null
        union all select 'kitOrder', id, number, status, location_id from kit_orders where status = 'pending' and deleted_at is null
        union all select 'stockCount', id, number, status, location_id from stock_counts where status in ('PLANNED', 'COUNTING', 'REVIEW')) d
      join locations p on p.id = d.place and p.deleted_at is not null`,
  },
  {
    id: 'V19 documents',
    title: 'What stands of a deleted order is deleted with it.',
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
    title: 'Every file is of an image or of a proof of delivery.',
    rows: `select 'other' as kind, null::uuid as id, 'file ' || f as name, 'it is there' as says, 'no image is its own' as explained
      from jsonb_array_elements_text(nullif(current_setting('wardstock.files', true), '')::jsonb->'old') f
      left join product_images g on g.id::text = f left join driver_files d on d.file_id::text = f
      where g.id is null and d.file_id is null`,
  },
]
