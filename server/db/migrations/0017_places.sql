-- Attributes of products.

-- What a company wants to know of its products beyond the fixed fields: "Sterile: yes", "Length: 25 cm".
create table attributes (
  id uuid primary key,
  name text not null,
  kind text not null check (kind in ('text', 'number', 'choice')),
  unit text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create unique index attributes_name on attributes (lower(name)) where deleted_at is null;
create index attributes_deleted on attributes (deleted_at desc, id desc) where deleted_at is not null;

create table attribute_choices (
  id uuid primary key,
  attribute_id uuid not null references attributes on delete cascade,
  position integer not null,
  label text not null
);
create unique index attribute_choices_label on attribute_choices (attribute_id, lower(label));

create table item_attributes (
  item_id uuid not null references items on delete cascade,
  attribute_id uuid not null references attributes,
  -- exactly one of them, by the attribute's kind
  text_value text,
  number_value numeric(18, 4),
  choice_id uuid references attribute_choices,
  check (num_nonnulls(text_value, number_value, choice_id) = 1),
  primary key (item_id, attribute_id)
);
create index item_attributes_attribute on item_attributes (attribute_id, item_id);
create index item_attributes_choice on item_attributes (choice_id) where choice_id is not null;
