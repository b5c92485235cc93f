import { driverApi, partBytes } from '#shared/logistics/driver/api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { openDatabase, type QueuedFile, writingTo } from './database.ts'
import { listEvents } from './event-queue.ts'
import { request } from './request.ts'

/** After this many refusals, the driver has to decide about the file. */
const maxFailures = 3

async function listFiles(userId: string): Promise<QueuedFile[]> {
  return (await openDatabase()).getAllFromIndex('files', 'byUser', userId)
}

/** Uploads photos and signatures whose events have been sent, in chunks; resumes where an earlier attempt ended. */
export async function sendFiles(userId: string, onProgress: () => void): Promise<void> {
  const waiting = new Set(
    (await listEvents(userId)).filter(({ state }) => state === 'waiting').map((one) => one.eventId),
  )
  for (const file of await listFiles(userId)) {
    if (waiting.has(file.eventId) || file.problem !== undefined) continue
    try {
      await sendFile(file)
      await dropFile(file.sha256)
    } catch (error) {
      if (!(error instanceof ApiError) || ![404, 413, 415, 422].includes(error.status)) throw error
      await noteFailure(file, error.message)
    }
    onProgress()
  }
}

async function sendFile({ sha256, content }: QueuedFile): Promise<void> {
  const size = content.byteLength
  let { received, isComplete } = await stateOf(sha256)
  while (!isComplete) {
    const part = content.slice(received, received + partBytes)
    const call = { params: { sha256 }, query: { offset: received, size }, body: part }
    ;({ received, isComplete } = await request(driverApi.putFile, call))
  }
}

async function stateOf(sha256: string) {
  try {
    return await request(driverApi.getFileState, { params: { sha256 } })
  } catch (error) {
    // Nothing has been uploaded yet.
    if (error instanceof ApiError && error.status === 404) return { received: 0, isComplete: false }
    throw error
  }
}

async function dropFile(sha256: string): Promise<void> {
  const tx = await writingTo('files')
  await tx.store.delete(sha256)
  await tx.done
}

async function noteFailure(file: QueuedFile, problem: string): Promise<void> {
  const failures = file.failures + 1
  const tx = await writingTo('files')
  await tx.store.put({ ...file, failures, ...(failures >= maxFailures && { problem }) })
  await tx.done
}

/** Retries a failed file, or discards it. */
export async function settleFile(sha256: string, isWanted: boolean): Promise<void> {
  const tx = await writingTo('files')
  const file = await tx.store.get(sha256)
  if (file && isWanted) {
    const { problem: _, ...rest } = file
    await tx.store.put({ ...rest, failures: 0 })
  } else if (file) await tx.store.delete(sha256)
  await tx.done
}
