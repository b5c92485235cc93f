-- Images of products: what a screen reader says of one, and which file it was made of.
alter table product_images add column alt text not null default '';
-- of the file as it was sent: the same one again adds nothing
alter table product_images add column source_hash text not null;
create unique index product_images_once on product_images (item_id, source_hash) where removed_at is null;
