import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { ProductImage } from '#shared/inventory/stock/product.ts'
import { productImagesApi } from '#shared/inventory/products/product-images-api.ts'
import { command } from '#server/kernel/command.ts'
import type { Database } from '#server/db/database.ts'
import type { Caller, Work } from '#server/kernel/work.ts'
import { imageDecoder } from '#server/files/image-decoder.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import {
  addImage,
  checkRoom,
  describeImage,
  forgetImages,
  isShown,
  orderImages,
  removeImage,
  restoreImage,
} from './product-images.ts'

const { addImage: added } = productImagesApi

export function serveProductImages({ read, write }: Serve, deps: ServeDeps & { files: StoredFiles }): void {
  const { files } = deps
  const decode = imageDecoder()

  async function asCommand<T>(caller: Caller, act: (work: Work) => Promise<T>): Promise<T> {
    let result: T | undefined
    await command(
      deps,
      { caller, route: `${added.method} ${added.path}`, status: 201 },
      async (work) => {
        result = await act(work)
      },
      () => '',
    )
    return result as T
  }

  read(added, async ({ db, caller, params, query, request }): Promise<ProductImage> => {
    const content = request.body
    if (!Buffer.isBuffer(content) || content.length === 0) throw invalid('file', 'is empty or missing')
    await checkRoom(db, params.id)
    const { large, thumbnail, width, height } = await decode(content)
    const id = newId()
    const sourceHash = createHash('sha256').update(content).digest('base64url')
    const image = { id, fileName: plainName(query.fileName), width, height, bytes: large.byteLength, sourceHash }
    try {
      // The files first: a row must never refer to a missing image.
      await files.put(id, 'large', large)
      await files.put(id, 'thumbnail', thumbnail)
      const saved = await asCommand(caller, (work) => addImage(work, params.id, image))
      if (saved.id !== id) await files.remove(id)
      return saved
    } catch (error) {
      await files.remove(id)
      throw error
    }
  })
  write(productImagesApi.orderImages, async (work, { params, body }) => ({
    data: await orderImages(work, params.id, body.ids),
  }))
  write(productImagesApi.describeImage, (work, { params, body }) =>
    describeImage(work, params.id, params.imageId, body.alt),
  )
  write(productImagesApi.removeImage, (work, { params }) => removeImage(work, params.id, params.imageId))
  write(productImagesApi.restoreImage, (work, { params }) => restoreImage(work, params.id, params.imageId))
  read(productImagesApi.getImage, async ({ db, params, request, reply }) => {
    if (!(await isShown(db, params.id))) throw new Refusal('NOT_FOUND')
    const tag = `"${params.id}-${params.size}"`
    reply
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.status(304).send() as never
    const content = await files.read(params.id, params.size)
    if (!content) throw new Refusal('NOT_FOUND')
    reply.type('image/webp')
    return content as never
  })
}

/** A file name for display: without folders and control characters. */
const plainName = (name: string) =>
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  name.replace(/[\u0000-\u001F\u007F\u202A-\u202E\u2066-\u2069]/g, '').replace(/^.*[\\/]/, '') || 'image'

/** Removes the files of images that were removed long ago, and files that a crash left without a row. */
export async function sweepImages({ db }: Database, files: StoredFiles): Promise<void> {
  const dayMs = 86_400_000
  const ids = await files.idsBefore(Date.now() - dayMs)
  for (const id of await forgetImages(db, ids)) await files.remove(id)
}
