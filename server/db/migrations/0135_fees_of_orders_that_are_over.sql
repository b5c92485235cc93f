-- Fees that landed on nothing, of orders that are over already, are expensed today: what their goods cost on the days since is history.
with carried as (
  select o.id, o.fees_total - sum(x.fees + coalesce(f.amount, 0)) as rest
  from purchase_orders o join goods_receipts g on g.order_id = o.id and g.reversed_at is null
    join goods_receipt_lines x on x.receipt_id = g.id
    left join (select receipt_line_id, sum(amount) as amount from purchase_fee_entries group by 1) f on f.receipt_line_id = x.id
  where o.status in ('Closed', 'Received') group by o.id having o.fees_total > sum(x.fees + coalesce(f.amount, 0))),
weights as (
  select c.id as order_id, c.rest, x.id, x.position, g.number,
    case when sum(x.value) over (partition by c.id) > 0 then x.value else x.quantity end::numeric as weight
  from carried c join goods_receipts g on g.order_id = c.id and g.reversed_at is null
    join goods_receipt_lines x on x.receipt_id = g.id),
shares as (
  select id, rest, weight, sum(weight) over upto as so_far, sum(weight) over (partition by order_id) as of_all
  from weights window upto as (partition by order_id order by number, position)),
parts as (
  select id, (round(rest * so_far / of_all) - round(rest * (so_far - weight) / of_all))::bigint as amount from shares)
insert into purchase_fee_entries (receipt_line_id, amount, landed)
select id, amount, 0 from parts where amount <> 0;
