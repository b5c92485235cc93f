import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'

export interface FileState {
  fileId: string
  size: number
  received: number
  isComplete: boolean
}

const columns = sql`file_id as "fileId", size, received, complete_at is not null as "isComplete"`

/** How many bytes of the driver's own file have been received; throws NOT_FOUND if none have. */
export async function getFileState(db: Db, sha256: string, driverId: string): Promise<FileState> {
  const { rows } = await sql<FileState>`select ${columns} from driver_files
    where sha256 = ${sha256} and driver_id = ${driverId}`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** Refuses files that no event of the driver refers to. */
async function refuseUnnamed(work: Work, sha256: string): Promise<void> {
  const { rows } = await sql`select 1 from driver_events where driver_id = ${work.caller.userId}
    and (payload ->> 'signature' = ${sha256} or payload -> 'photos' ? ${sha256}) limit 1`.execute(work.tx)
  if (rows.length === 0) throw new Refusal('NOT_FOUND', 'No event names this file. Send the event first.')
}

/** Stores one part of a file; a part that was received before changes nothing. Parts must arrive in order. */
export async function keepPart(
  work: Work,
  sha256: string,
  { offset, size }: { offset: number; size: number },
  part: Buffer,
): Promise<FileState> {
  const { userId } = work.caller
  await refuseUnnamed(work, sha256)
  await work.tx
    .insertInto('driver_files')
    .values({ sha256, driver_id: userId, file_id: newId(), size })
    .onConflict((oc) => oc.doNothing())
    .execute()
  const { rows } = await sql<FileState>`select ${columns} from driver_files
    where sha256 = ${sha256} and driver_id = ${userId} for update`.execute(work.tx)
  const [file] = rows
  if (!file) throw new Refusal('NOT_FOUND')
  work.audit('driver.file', 'file', file.fileId, { offset, bytes: part.length })
  if (file.size !== size) throw invalid('size', `is ${file.size} for this file`)
  if (file.isComplete || offset < file.received) return file
  if (offset > file.received) throw invalid('offset', `must be ${file.received}: parts come one after the other`)
  if (offset + part.length > size) throw invalid('offset', 'lies beyond the end of the file')
  await work.tx
    .insertInto('driver_file_parts')
    .values({ file_id: file.fileId, start_byte: offset, content: part })
    .execute()
  const received = offset + part.length
  await work.tx.updateTable('driver_files').set({ received }).where('file_id', '=', file.fileId).execute()
  return { ...file, received }
}

/** The whole content of a file after its last part. If its hash doesn't match, throws INVALID, and the upload starts over. */
export async function wholeFile(db: Db, sha256: string, { fileId }: FileState): Promise<Buffer> {
  const { rows } = await sql<{ content: Buffer }>`select content from driver_file_parts
    where file_id = ${fileId} order by start_byte`.execute(db)
  const content = Buffer.concat(rows.map((row) => row.content))
  if (createHash('sha256').update(content).digest('hex') === sha256) return content
  await dropParts(db, fileId)
  throw invalid('sha256', 'is not the hash of what was sent: send the file again')
}

export async function dropParts(db: Db, fileId: string): Promise<void> {
  await db
    .with('gone', (parts) => parts.deleteFrom('driver_file_parts').where('file_id', '=', fileId))
    .updateTable('driver_files')
    .set({ received: 0 })
    .where('file_id', '=', fileId)
    .where('complete_at', 'is', null)
    .execute()
}

/** Deletes the parts: the picture is stored. */
export async function completeFile(db: Db, fileId: string, now: Date): Promise<void> {
  await db
    .with('gone', (parts) => parts.deleteFrom('driver_file_parts').where('file_id', '=', fileId))
    .updateTable('driver_files')
    .set((eb) => ({ complete_at: now, received: eb.ref('size') }))
    .where('file_id', '=', fileId)
    .execute()
}
