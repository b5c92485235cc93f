import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { ProductImage } from '#shared/inventory/stock/product.ts'
import { maxImagesPerProduct } from '#shared/inventory/products/image-limits.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'

export interface NewImage {
  id: string
  fileName: string
  width: number
  height: number
  bytes: number
  /** Hash of the file as it was uploaded. */
  sourceHash: string
}

const columns = ['id', 'file_name as fileName', 'alt', 'width', 'height'] as const

/** Locks the product, so that its images have a unique order. Throws NOT_FOUND. */
async function lockProduct(work: Work, id: string): Promise<void> {
  const { rows } = await sql`select 1 from items where id = ${id} and kind = 'product' and deleted_at is null
    for no key update`.execute(work.tx)
  if (rows.length === 0) throw new Refusal('NOT_FOUND')
}

async function listImages(db: Db | Tx, itemId: string): Promise<ProductImage[]> {
  return db
    .selectFrom('product_images')
    .select(columns)
    .where('item_id', '=', itemId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

async function lastPosition(db: Db | Tx, itemId: string): Promise<number> {
  const { rows } = await sql<{
    count: number
    last: number
  }>`select count(*) as count, coalesce(max(position), 0) as last
    from product_images where item_id = ${itemId} and removed_at is null`.execute(db)
  const { count = 0, last = 0 } = rows[0] ?? {}
  if (count >= maxImagesPerProduct) {
    throw new Refusal('IN_USE', `A product has at most ${maxImagesPerProduct} images. Remove one first.`)
  }
  return last
}

/** Checks before the image is decoded: throws NOT_FOUND, or IN_USE if the product has the maximum number of images. */
export async function checkRoom(db: Db, itemId: string): Promise<void> {
  const { rows } =
    await sql`select 1 from items where id = ${itemId} and kind = 'product' and deleted_at is null`.execute(db)
  if (rows.length === 0) throw new Refusal('NOT_FOUND')
  await lastPosition(db, itemId)
}

/** Adds an image at the end. If the product has the same file already, returns that image: the new files are not needed. */
export async function addImage(work: Work, itemId: string, image: NewImage): Promise<ProductImage> {
  await lockProduct(work, itemId)
  const duplicates = await work.tx
    .selectFrom('product_images')
    .select(columns)
    .where('item_id', '=', itemId)
    .where('source_hash', '=', image.sourceHash)
    .where('removed_at', 'is', null)
    .execute()
  const { id, fileName, width, height } = image
  work.audit('product.imageAdded', 'product', itemId, { imageId: duplicates[0]?.id ?? id, fileName })
  if (duplicates[0]) return duplicates[0]
  const position = (await lastPosition(work.tx, itemId)) + 1
  await work.tx
    .insertInto('product_images')
    .values({
      id,
      item_id: itemId,
      position,
      file_name: fileName,
      width,
      height,
      bytes: image.bytes,
      source_hash: image.sourceHash,
      created_by: work.caller.userId,
    })
    .execute()
  work.announce('inventory_updated', { itemId, warehouse: '' })
  return { id, fileName, alt: '', width, height }
}

/** Throws VERSION_CONFLICT with the current images, unless `ids` has exactly these. */
export async function orderImages(work: Work, itemId: string, ids: readonly string[]): Promise<ProductImage[]> {
  await lockProduct(work, itemId)
  const before = await listImages(work.tx, itemId)
  const wanted = new Set(ids)
  if (wanted.size !== ids.length || ids.length !== before.length || before.some((image) => !wanted.has(image.id))) {
    throw new Refusal('VERSION_CONFLICT', 'Images were added or removed by someone else.', {
      details: { images: before },
    })
  }
  await work.tx
    .updateTable('product_images as g')
    .from(sql<{ id: string; at: number }>`unnest(${[...ids]}::uuid[]) with ordinality`.as<'o'>(sql`o(id, at)`))
    .set((eb) => ({ position: eb.ref('o.at') }))
    .whereRef('g.id', '=', 'o.id')
    .execute()
  work.audit('product.imagesOrdered', 'product', itemId, { ids })
  work.announce('inventory_updated', { itemId, warehouse: '' })
  return listImages(work.tx, itemId)
}

export async function removeImage(work: Work, itemId: string, imageId: string): Promise<void> {
  await lockProduct(work, itemId)
  const done = await work.tx
    .updateTable('product_images')
    .set({ removed_at: work.now })
    .where('id', '=', imageId)
    .where('item_id', '=', itemId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (done.numUpdatedRows !== 1n) throw new Refusal('NOT_FOUND')
  work.audit('product.imageRemoved', 'product', itemId, { imageId })
  work.announce('inventory_updated', { itemId, warehouse: '' })
}

export async function describeImage(work: Work, itemId: string, imageId: string, alt: string): Promise<ProductImage> {
  await lockProduct(work, itemId)
  const rows = await work.tx
    .updateTable('product_images')
    .set({ alt })
    .where('id', '=', imageId)
    .where('item_id', '=', itemId)
    .where('removed_at', 'is', null)
    .returning(columns)
    .execute()
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  work.audit('product.imageDescribed', 'product', itemId, { imageId, alt })
  work.announce('inventory_updated', { itemId, warehouse: '' })
  return rows[0]
}

/** Throws NOT_FOUND for an image that is not removed, ALREADY_EXISTS if the same file was uploaded again since. */
export async function restoreImage(work: Work, itemId: string, imageId: string): Promise<ProductImage> {
  await lockProduct(work, itemId)
  await lastPosition(work.tx, itemId)
  const rows = await work.tx
    .updateTable('product_images')
    .set({ removed_at: null })
    .where('id', '=', imageId)
    .where('item_id', '=', itemId)
    .where('removed_at', 'is not', null)
    .returning(columns)
    .execute()
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  work.audit('product.imageRestored', 'product', itemId, { imageId })
  work.announce('inventory_updated', { itemId, warehouse: '' })
  return rows[0]
}

/** Whether an image is in use: neither it nor its product is removed. */
export async function isShown(db: Db, imageId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from product_images g join items i on i.id = g.item_id
    where g.id = ${imageId} and g.removed_at is null and i.deleted_at is null`.execute(db)
  return rows.length > 0
}

/** Deletes the rows of images removed more than 30 days ago; returns those of `ids` that no row refers to any more. */
export async function forgetImages(db: Db, ids: readonly string[]): Promise<string[]> {
  await sql`delete from product_images where removed_at < moment() - interval '30 days'`.execute(db)
  const { rows } = await sql<{ id: string }>`select w.id from unnest(${[...ids]}::uuid[]) as w(id)
    where not exists (select 1 from product_images g where g.id = w.id)
      and not exists (select 1 from driver_files d where d.file_id = w.id)
      and not exists (select 1 from sales_return_photos p where p.id = w.id)`.execute(db)
  return rows.map((row) => row.id)
}
