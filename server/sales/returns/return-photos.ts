import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { maxPhotosPerReturn, type ReturnPhoto, whyNoMorePhotos } from '#shared/sales/returns/return-photos.ts'
import type { ReturnStatus } from '#shared/sales/returns/return-transitions.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { announceReturn } from './return-lock.ts'

export interface NewPhoto extends ReturnPhoto {
  bytes: number
  /** Hash of the file as it was uploaded. */
  sourceHash: string
}

/** Photos of return `r`, in the order of upload. */
export const photosSql = sql`coalesce((select json_agg(json_build_object('id', p.id, 'width', p.width, 'height', p.height)
  order by p.position, p.id) from sales_return_photos p where p.return_id = r.id), '[]'::json)`

interface Room {
  orderId: string
  status: ReturnStatus
  photos: number
  last: number
}

async function roomOf(db: Db | Tx, accountId: string, returnId: string): Promise<Room> {
  const { rows } = await sql<Room>`select r.order_id as "orderId", r.status, count(p.id)::int as photos,
      coalesce(max(p.position), 0)::int as last
    from sales_returns r left join sales_return_photos p on p.return_id = r.id
    where r.id = ${returnId} and r.account_id = ${accountId} group by r.id`.execute(db)
  const [room] = rows
  if (!room) throw new Refusal('NOT_FOUND')
  const why = whyNoMorePhotos(room.status)
  if (why) throw new Refusal('TOO_LATE', why)
  return room
}

const assertRoom = ({ photos }: Room) => {
  if (photos >= maxPhotosPerReturn)
    throw new Refusal('LIMIT_REACHED', `A return has at most ${maxPhotosPerReturn} photos.`)
}

/** Checks before the photo is decoded. Throws NOT_FOUND for another customer's return, TOO_LATE, LIMIT_REACHED. */
export async function checkPhotoRoom(db: Db, accountId: string, returnId: string): Promise<void> {
  assertRoom(await roomOf(db, accountId, returnId))
}

/** Adds a photo to a customer's return; the same file is stored only once. Returns its id. */
export async function addReturnPhoto(
  work: Work,
  accountId: string,
  returnId: string,
  photo: NewPhoto,
): Promise<string> {
  await sql`select 1 from sales_returns where id = ${returnId} and account_id = ${accountId} for no key update`.execute(
    work.tx,
  )
  const room = await roomOf(work.tx, accountId, returnId)
  const { rows: duplicates } = await sql<{ id: string }>`select id from sales_return_photos
    where return_id = ${returnId} and source_hash = ${photo.sourceHash}`.execute(work.tx)
  work.audit('return.photoAdded', 'return', returnId, { photoId: duplicates[0]?.id ?? photo.id })
  if (duplicates[0]) return duplicates[0].id
  assertRoom(room)
  const { id, width, height, bytes, sourceHash } = photo
  await work.tx
    .insertInto('sales_return_photos')
    .values({
      id,
      return_id: returnId,
      position: room.last + 1,
      width,
      height,
      bytes,
      source_hash: sourceHash,
      created_by: work.caller.userId,
      created_at: work.now,
    })
    .execute()
  await announceReturn(work, room.orderId)
  return id
}

/** Finds a photo of the return; with an account, only if the return is that customer's. */
export async function findReturnPhoto(
  db: Db,
  { id, photoId }: { id: string; photoId: string },
  accountId: string | null = null,
): Promise<string> {
  const { rows } = await sql`select 1 from sales_return_photos p join sales_returns r on r.id = p.return_id
    where p.id = ${photoId} and r.id = ${id} and (${accountId}::uuid is null or r.account_id = ${accountId}::uuid)`.execute(
    db,
  )
  if (rows.length === 0) throw new Refusal('NOT_FOUND')
  return photoId
}
