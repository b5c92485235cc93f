-- The list of products that still need a price.
create index items_without_price on items (kind, lower(name), id)
  where price = 0 and kind in ('product', 'kit') and deleted_at is null;
