import sharp from 'sharp'
import { maxImagePixels } from '#shared/inventory/products/image-limits.ts'
import type { Decoded, DecodeReply } from './image-decoder.ts'

/* Runs in a process of its own: decodes one picture and exits, so that crashes and memory use don't affect the server. */

const largeSide = 1600
const thumbnailSide = 320

sharp.cache(false)
sharp.concurrency(1)
// Only these formats are decoded: SVG, PDF, TIFF and others never reach a parser.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

async function decode(content: Uint8Array): Promise<DecodeReply> {
  const source = sharp(content, { limitInputPixels: maxImagePixels, failOn: 'error', sequentialRead: true })
  const { width = 0, height = 0 } = await source.metadata()
  if (width * height > maxImagePixels) return { problem: 'has more than 40 megapixels' }
  // Rotated by the EXIF orientation; then all metadata is dropped (location, camera, comments).
  const large = await source
    .autoOrient()
    .resize({ width: largeSide, height: largeSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
  const thumbnail = await sharp(large.data)
    .resize({ width: thumbnailSide, height: thumbnailSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer()
  const { info } = large
  return { large: large.data, thumbnail, width: info.width, height: info.height } satisfies Decoded
}

process.once('message', (content: Uint8Array) => {
  void decode(content)
    .catch((error: Error): DecodeReply => {
      const isTooLarge = /pixel limit/i.test(error.message)
      return { problem: isTooLarge ? 'has more than 40 megapixels' : 'is damaged or not a picture' }
    })
    .then((reply) => process.send?.(reply, () => process.disconnect()))
})
process.send?.('ready')
