import { type RawBuilder, sql } from 'kysely'
import { idsMeant } from '#server/db/search.ts'
import type { ItemKind } from './adjustments.ts'

/** The items of a kind that a search by name, SKU or barcode means; the index items_search has this text. */
export const itemsMeant = (kind: ItemKind, typed: string): RawBuilder<unknown> =>
  idsMeant(
    {
      from: sql`items h`,
      where: [sql`h.kind = ${kind}`, sql`h.deleted_at is null`],
      text: sql`(h.name || ' ' || h.sku || ' ' || coalesce(h.barcode, ''))`,
    },
    typed,
  )
