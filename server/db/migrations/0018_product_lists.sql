-- Images of products: what a screen reader says of one, and which file it was made of.
alter table product_images add column alt text not null default '';
-- of the file as it was sent: the same one again adds nothing
alter table product_images add column source_hash text not null;
create unique index product_images_once on product_images (item_id, source_hash) where removed_at is null;

-- Codes without their hyphens and blanks, so that they are found however they are typed.
create function plain_codes(codes text) returns text language sql immutable strict parallel safe
  return regexp_replace(lower(codes), '[^a-z0-9]+', '', 'g');
create index items_codes on items using gin ((plain_codes(sku) || ' ' || coalesce(plain_codes(barcode), '')) gin_trgm_ops)
  where deleted_at is null;
