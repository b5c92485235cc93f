import { addDays, businessDate } from '#shared/dates.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import { driverApi, type EventResult } from '#shared/logistics/driver/api.ts'
import type { DriverEvent } from '#shared/logistics/driver/events.ts'
import { applyDriverEvent, refuseDriverEvent } from '#server/flows/deliveries/apply-driver-event.ts'
import { imageDecoder } from '#server/files/image-decoder.ts'
import { sendPicture } from '#server/files/send-picture.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { command } from '#server/kernel/command.ts'
import type { Caller, Work } from '#server/kernel/work.ts'
import { findProofFile } from '#server/logistics/shipments/proof-files.ts'
import { completeFile, dropParts, getFileState, keepPart, wholeFile } from './driver-files.ts'
import { getDriverRoute, listDriverRoutes } from './driver-routes.ts'
import { keepPositions } from './positions.ts'

const kind = 'proof'

export function serveDriver({ read, write }: Serve, deps: ServeDeps & { files: StoredFiles }): void {
  const { clock, timeZone, files } = deps
  const decode = imageDecoder()

  async function asCommand<T>(caller: Caller, route: string, act: (work: Work) => Promise<T>): Promise<T> {
    let result: T | undefined
    await command(
      deps,
      { caller, route, status: 200 },
      async (work) => {
        result = await act(work)
      },
      () => '',
    )
    return result as T
  }

  read(driverApi.listDriverRoutes, async ({ db, query, caller }) => {
    const today = businessDate(clock(), timeZone())
    const from = query.from ?? today
    return { data: await listDriverRoutes(db, caller.userId, from, query.to ?? addDays(from, 7)) }
  })
  read(driverApi.getDriverRoute, async ({ db, params, caller }) => ({
    data: await getDriverRoute(db, caller.userId, params.id),
  }))

  // Each event is its own transaction: a refused one doesn't affect the others.
  async function sendOne(caller: Caller, deviceId: string, event: DriverEvent): Promise<EventResult> {
    const route = 'POST /api/driver/events'
    try {
      return await asCommand(caller, route, (work) => applyDriverEvent(work, deviceId, event))
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500 || error.status === 429) throw error
      return asCommand(caller, route, (work) => refuseDriverEvent(work, deviceId, event, error))
    }
  }
  read(driverApi.sendEvents, async ({ caller, body }) => {
    const results = new Map<DriverEvent, EventResult>()
    for (const event of body.events.toSorted((a, b) => a.seq - b.seq)) {
      results.set(event, await sendOne(caller, body.deviceId, event))
    }
    return { results: body.events.flatMap((event) => results.get(event) ?? []) }
  })

  read(driverApi.putFile, async ({ db, caller, params, query, request }) => {
    const part = request.body
    if (!Buffer.isBuffer(part) || part.length === 0) throw invalid('file', 'is empty or missing')
    const route = 'PUT /api/driver/files/:sha256'
    const file = await asCommand(caller, route, (work) => keepPart(work, params.sha256, query, part))
    if (file.isComplete || file.received < file.size) return { received: file.received, isComplete: file.isComplete }
    const content = await wholeFile(db, params.sha256, file)
    try {
      // Re-encoded: upright and without the camera's GPS position.
      const { large } = await decode(content)
      await files.put(file.fileId, kind, large)
    } catch (error) {
      if (error instanceof Refusal && error.status === 422) await dropParts(db, file.fileId)
      throw error
    }
    await completeFile(db, file.fileId, clock())
    return { received: file.size, isComplete: true }
  })
  read(driverApi.getFileState, async ({ db, caller, params }) => {
    const { size, received, isComplete } = await getFileState(db, params.sha256, caller.userId)
    // The upload is complete but the picture could not be stored: reports one byte less, so that the phone sends the last part
    // again.
    return { received: isComplete ? received : Math.min(received, size - 1), isComplete }
  })
  write(driverApi.sendPositions, (work, { body }) => keepPositions(work, body))
  read(driverApi.getProofFile, async ({ db, params, reply }) =>
    sendPicture(reply, files, await findProofFile(db, params.sha256), kind),
  )
}
