import { useCallback, useSyncExternalStore } from 'react'
import { maxImageBytes } from '#shared/inventory/products/image-limits.ts'
import { productImagesApi } from '#shared/inventory/products/product-images-api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { refreshed } from '#web/api/refresh.ts'
import { upload } from '#web/api/upload.ts'

/** The upload of one image. */
export type ImageUpload = {
  key: number
  productId: string
  file: File
  /** An object URL, shown until the upload is done. */
  preview: string
  /** From 0 to 1; at 1 the server is processing the image. */
  sent: number
  problem?: string
}

/* State outside of the pages: when a product is added, its images are chosen before its page exists. */
let uploads: readonly ImageUpload[] = []
let keys = 0
let running: Promise<void> = Promise.resolve()
const listeners = new Set<() => void>()

function become(next: readonly ImageUpload[]) {
  uploads = next
  for (const listen of listeners) listen()
}
const change = (key: number, more: Partial<ImageUpload>) =>
  become(uploads.map((one) => (one.key === key ? { ...one, ...more } : one)))

function drop(key: number) {
  const gone = uploads.find((one) => one.key === key)
  if (gone) URL.revokeObjectURL(gone.preview)
  become(uploads.filter((one) => one.key !== key))
}

/** Uploads images to a product, one after the other in the given order. */
export function sendImages(productId: string, files: readonly File[]) {
  for (const file of files) {
    keys += 1
    const one: ImageUpload = { key: keys, productId, file, preview: URL.createObjectURL(file), sent: 0 }
    if (file.size > maxImageBytes) become([...uploads, { ...one, problem: 'is larger than 10 MB' }])
    else {
      become([...uploads, one])
      line(one)
    }
  }
}

function line(one: ImageUpload) {
  running = running.then(() => send(one))
}

async function send({ key, productId, file }: ImageUpload) {
  if (!uploads.some((one) => one.key === key)) return
  try {
    const uploadInput = { params: { id: productId }, query: { fileName: (file.name || 'image').slice(-200) } }
    await upload(productImagesApi.addImage, file, uploadInput, {
      onProgress: (sent, total) => change(key, { sent: total > 0 ? sent / total : 0 }),
    })
    // Awaited, so that the image doesn't flash.
    await refreshed()
    drop(key)
  } catch (error) {
    change(key, { sent: 0, problem: problemOf(error) })
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'could not be sent'
  if (error.status === 413) return 'is larger than 10 MB'
  if (error.status === 0) return 'could not be sent'
  if (error.status >= 500) return 'could not be uploaded'
  return error.fields['file'] ?? `was refused: ${error.message}`
}

/** A product's images that are being uploaded or were refused. */
export function useImageUploads(productId: string) {
  const subscribe = useCallback((listen: () => void) => {
    listeners.add(listen)
    return () => void listeners.delete(listen)
  }, [])
  const all = useSyncExternalStore(subscribe, () => uploads)
  return {
    uploads: all.filter((one) => one.productId === productId),
    retry: (one: ImageUpload) => {
      const { problem: _, ...again } = one
      become(uploads.map((other) => (other.key === one.key ? again : other)))
      line(again)
    },
    dismiss: (one: ImageUpload) => drop(one.key),
  }
}
