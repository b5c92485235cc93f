-- Exports of any list: what was asked for is a list and what its file takes. Until here there were those of products alone.
update exports set wish = jsonb_build_object('list', 'products', 'query',
  case when jsonb_typeof(wish -> 'columns') = 'array'
    then wish || jsonb_build_object('columns', (select string_agg(name, ',') from jsonb_array_elements_text(wish -> 'columns') name))
    else wish end)
where not wish ? 'list';

-- Raw materials come from a list, too.
alter table imports drop constraint imports_kind_check,
  add constraint imports_kind_check check (kind in ('deliveries', 'products', 'rawMaterials'));
