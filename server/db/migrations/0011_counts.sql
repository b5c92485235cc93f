-- What is scanned is found by its code alone.
create index items_gtin on items (lpad(barcode, 14, '0')) where barcode ~ '^[0-9]{8,14}$' and deleted_at is null;
create index items_barcode on items (lower(barcode)) where deleted_at is null;
create index lots_scanned on lots (lower(lot_number));
