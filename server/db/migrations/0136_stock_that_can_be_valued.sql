-- Stock at cost is numbers of minor units that are exact up to 2^53: what would be worth more comes neither in nor gets so dear. Costs are
-- ten-thousandths, so 100 of them are a minor unit.
create function assert_valued(item text, pieces bigint, cost bigint) returns void language plpgsql as $$
begin
  if pieces::numeric * cost > 9007199254740991::numeric * 100 then
    raise exception 'The stock of % would be worth too much to be valued exactly: % pieces at %.', item, pieces, round(cost / 10000.0, 4)
      using errcode = 'WS104';
  end if;
end
$$;

create function item_stock_valued() returns trigger language plpgsql as $$
begin
  perform assert_valued(i.name, new.on_hand, i.cost) from items i where i.id = new.item_id;
  return null;
end
$$;
create trigger item_stock_valued after update of on_hand on item_stock
  for each row when (new.on_hand > old.on_hand) execute function item_stock_valued();

create function items_valued() returns trigger language plpgsql as $$
begin
  perform assert_valued(new.name, t.on_hand, new.cost) from item_stock t where t.item_id = new.id;
  return null;
end
$$;
create trigger items_valued after update of cost on items
  for each row when (new.cost > old.cost) execute function items_valued();
