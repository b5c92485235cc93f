-- Prospects are found by phone and labels, too, as customers are; the notes stand where those have the tax number.
drop index prospects_search;
create index prospects_words on prospects using gin (partner_words(name, contact, email, phone, notes, labels) gin_trgm_ops)
  where deleted_at is null;
