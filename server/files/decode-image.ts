import sharp from 'sharp'
import { maxImagePixels } from '#shared/inventory/products/image-limits.ts'
import type { Decoded, DecodeReply } from './image-decoder.ts'

/* A process of its own: takes one picture apart and ends. What it costs, and what goes wrong in it, stays here. */

const largeSide = 1600
const thumbnailSide = 320

sharp.cache(false)
sharp.concurrency(1)
// Of all the formats that could be read, only these are: SVG, PDF, TIFF and the rest never get a parser.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

async function decode(content: Uint8Array): Promise<DecodeReply> {
  const source = sharp(content, { limitInputPixels: maxImagePixels, failOn: 'error', sequentialRead: true })
  const { width = 0, height = 0 } = await source.metadata()
  if (width * height > maxImagePixels) return { problem: 'has more than 40 megapixels' }
  // Upright by what the camera noted; then nothing but the pixels goes on: no place, no camera, no comment.
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
