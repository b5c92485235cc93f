-- What an order was made to let go of on purpose, by an audit: it stays free until goods arrive or somebody confirms the order.
create table order_releases (
  order_id uuid not null references sales_orders on delete cascade,
  item_id uuid not null references items on delete cascade,
  -- the item's last entry and the order's last move then: what comes after them is new
  after_entry bigint not null,
  after_move bigint not null,
  at timestamptz not null,
  primary key (order_id, item_id)
);
