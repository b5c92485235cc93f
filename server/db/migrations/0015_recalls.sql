-- What a recall finds is written while everything is held, before the recall itself draws its number.

alter table recall_finds
  drop constraint recall_finds_recall_id_fkey,
  add constraint recall_finds_recall_id_fkey foreign key (recall_id) references recalls deferrable initially deferred;
