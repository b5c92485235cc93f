/** A photo or signature, ready to be stored and uploaded. */
export interface ReadyFile {
  sha256: string
  content: ArrayBuffer
}

const longestSide = 1600
const maxBytes = 500_000

/** As hex. crypto.subtle exists on https and localhost only; on plain http a library does its work. */
export async function sha256Of(content: BufferSource): Promise<string> {
  const hash = await digest(content)
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function digest(content: BufferSource): Promise<Uint8Array> {
  if (window.isSecureContext) return new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  const { sha256 } = await import('@noble/hashes/sha2.js')
  return sha256(
    content instanceof ArrayBuffer
      ? new Uint8Array(content)
      : new Uint8Array(content.buffer, content.byteOffset, content.byteLength),
  )
}

export async function readyFile(blob: Blob): Promise<ReadyFile> {
  const content = await blob.arrayBuffer()
  return { sha256: await sha256Of(content), content }
}

const encode = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob>((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('No picture'))), 'image/jpeg', quality),
  )

/** Shrinks a photo for poor connections: at most 1600 px and 500 kB, without the camera's metadata. */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('No canvas')
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  let blob = await encode(canvas, 0.82)
  for (const quality of [0.65, 0.5, 0.35, 0.2]) {
    if (blob.size <= maxBytes) break
    blob = await encode(canvas, quality)
  }
  return blob
}
