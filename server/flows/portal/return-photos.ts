import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import { mayInPortal } from '#shared/portal/portal-user.ts'
import type { PortalReturn } from '#shared/portal/returns-api.ts'
import { command, type CommandDeps } from '#server/kernel/command.ts'
import type { Caller } from '#server/kernel/work.ts'
import type { Decoded } from '#server/files/image-decoder.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import { getPortalReturn } from '#server/portal/portal-returns.ts'
import { portalActor, portalViewer } from '#server/portal/portal-viewer.ts'
import { addReturnPhoto, checkPhotoRoom, findReturnPhoto } from '#server/sales/returns/return-photos.ts'

export { findReturnPhoto }

interface Deps extends CommandDeps {
  files: StoredFiles
  decode: (content: Buffer) => Promise<Decoded>
}

/** Stores a customer's photo of returned goods, encoded again: upright, and without the camera's location data. */
export async function addPortalPhoto(
  deps: Deps,
  caller: Caller,
  route: string,
  returnId: string,
  content: Buffer,
): Promise<PortalReturn> {
  const { files, decode, database, clock } = deps
  const viewer = await portalViewer(database.db, caller, undefined, clock())
  if (!mayInPortal(viewer.role, 'return')) throw new Refusal('FORBIDDEN')
  await checkPhotoRoom(database.db, viewer.accountId, returnId)
  const { large, width, height } = await decode(content)
  const id = newId()
  const sourceHash = createHash('sha256').update(content).digest('base64url')
  let shown: PortalReturn | undefined
  let savedId: string | undefined
  try {
    // The file first: a row must never refer to a missing photo.
    await files.put(id, 'large', large)
    await command(
      deps,
      { caller, route, status: 201 },
      async (work) => {
        const { accountId } = await portalActor(work, 'return')
        savedId = await addReturnPhoto(work, accountId, returnId, {
          id,
          width,
          height,
          bytes: large.byteLength,
          sourceHash,
        })
        shown = await getPortalReturn(work.tx, accountId, returnId)
      },
      () => '',
    )
  } finally {
    if (savedId !== id || !shown) await files.remove(id)
  }
  return shown as PortalReturn
}
