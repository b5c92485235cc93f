-- An estimate is revised once; where that revision was deleted, once more.
alter table estimates drop constraint estimates_revises_id_key;
create unique index estimates_revised_once on estimates (revises_id) where deleted_at is null;
