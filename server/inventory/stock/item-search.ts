import { type RawBuilder, sql } from 'kysely'
import { matching, matchingRows, type Searched } from '#server/db/search.ts'
import type { ItemKind } from './adjustments.ts'

const searched = (kinds: readonly ItemKind[]): Searched => ({
  table: sql`items`,
  where: (h) => [sql`${h}.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`, sql`${h}.deleted_at is null`],
  text: (h) => sql`(${h}.name || ' ' || ${h}.sku || ' ' || coalesce(${h}.barcode, ''))`,
  codes: (h) => sql`(plain_codes(${h}.sku) || ' ' || coalesce(plain_codes(${h}.barcode), ''))`,
})

/** A condition for items `i` of a kind that match a search by name, SKU or barcode; uses items_search and items_codes. */
export const matchingItems = (kind: ItemKind, typed: string): RawBuilder<unknown> =>
  matching(searched([kind]), 'i', typed)

/** The matching items of these kinds as rows, with the columns that lists filter and sort by. */
export const matchingItemRows = (kinds: readonly ItemKind[], typed: string): RawBuilder<unknown> =>
  matchingRows(
    searched(kinds),
    sql`h.id, h.kind, h.name, h.sku, h.category_id, h.supplier_id, h.price, h.reorder_point, h.updated_at, h.deleted_at`,
    typed,
  )
