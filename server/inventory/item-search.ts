import { type RawBuilder, sql } from 'kysely'
import { meant } from '#server/db/search.ts'
import type { ItemKind } from './adjustments.ts'

/** A condition for the items `i` of a kind that a search by name, SKU or barcode means; items_search and items_codes answer it. */
export const itemsMeant = (kind: ItemKind, typed: string): RawBuilder<unknown> =>
  meant(
    {
      table: sql`items`,
      where: (h) => [sql`${h}.kind = ${kind}`, sql`${h}.deleted_at is null`],
      text: (h) => sql`(${h}.name || ' ' || ${h}.sku || ' ' || coalesce(${h}.barcode, ''))`,
      codes: (h) => sql`(plain_codes(${h}.sku) || ' ' || coalesce(plain_codes(${h}.barcode), ''))`,
    },
    'i',
    typed,
  )
