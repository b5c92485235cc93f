-- Who raises a cost waits for who moves stock of the item, and the other way round: each sees what the other has written (decision 137).
create or replace function items_valued() returns trigger language plpgsql as $$
begin
  perform 1 from item_stock t where t.item_id = new.id for share;
  perform assert_valued(new.name, t.on_hand, new.cost) from item_stock t where t.item_id = new.id;
  return null;
end
$$;
