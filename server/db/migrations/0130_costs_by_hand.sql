-- Costs of raw materials that were changed by hand were not written down: what the last one became holds from now on.
insert into price_changes (item_id, price, old_amount, new_amount)
select i.id, 'cost', last.new_amount, i.cost
from items i cross join lateral (
  select c.new_amount from price_changes c where c.item_id = i.id and c.price = 'cost' order by c.id desc limit 1) last
where last.new_amount is distinct from i.cost;
