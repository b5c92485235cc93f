-- A deleted order keeps where it went, so that it goes there again when it is restored, though its address is deleted meanwhile.
update sales_orders o set
  ship_to = coalesce(
    o.new_ship_to || jsonb_build_object('id', null, 'country', coalesce(o.new_ship_to->>'country', a.country), 'latitude', null,
      'longitude', null, 'taxNumber', a.tax_number),
    (select jsonb_build_object('id', d.id, 'name', d.name, 'address', d.address, 'country', coalesce(d.country, a.country),
        'latitude', d.latitude, 'longitude', d.longitude, 'taxNumber', a.tax_number) from addresses d where d.id = o.ship_to_id),
    jsonb_build_object('id', null, 'name', null, 'address', a.address, 'country', a.country, 'latitude', a.latitude,
      'longitude', a.longitude, 'taxNumber', a.tax_number)),
  bill_to = coalesce(
    (select jsonb_build_object('id', d.id, 'name', d.name, 'address', d.address, 'country', coalesce(d.country, a.country),
        'latitude', d.latitude, 'longitude', d.longitude, 'taxNumber', a.tax_number) from addresses d where d.id = o.bill_to_id),
    jsonb_build_object('id', null, 'name', null, 'address', a.address, 'country', a.country, 'latitude', a.latitude,
      'longitude', a.longitude, 'taxNumber', a.tax_number))
  from accounts a where a.id = o.account_id and o.deleted_at is not null and o.status = 'PENDING';
