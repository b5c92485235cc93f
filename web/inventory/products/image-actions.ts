import { useState } from 'react'
import { toast } from 'sonner'
import type { ProductImage } from '#shared/inventory/stock/product.ts'
import { productImagesApi } from '#shared/inventory/products/product-images-api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { showError } from '#web/api/toasts.ts'
import { refreshed } from '#web/api/refresh.ts'

const undoMs = 10_000

/** The actions on a product's images. A new order is shown optimistically and reverted if the server refuses it. */
export function useImageActions(productId: string, saved: readonly ProductImage[]) {
  const [wished, setWished] = useState<readonly ProductImage[]>()
  const [liveMessage, setLiveMessage] = useState('')
  const images = wished ?? saved

  async function trying(act: () => Promise<unknown>) {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showError(error)
    }
    // Awaited, so that the old order doesn't flash.
    await refreshed()
  }

  function move(from: number, to: number) {
    const moved = images[from]
    if (!moved || to < 0 || to >= images.length || from === to) return
    const next = images.toSpliced(from, 1).toSpliced(to, 0, moved)
    setWished(next)
    setLiveMessage(to === 0 ? 'Set as main image' : `Now image ${to + 1} of ${images.length}`)
    const ids = next.map((image) => image.id)
    void trying(() => call(productImagesApi.orderImages, { params: { id: productId }, body: { ids } })).finally(() =>
      setWished(undefined),
    )
  }

  function remove(image: ProductImage) {
    const params = { id: productId, imageId: image.id }
    void trying(async () => {
      await call(productImagesApi.removeImage, { params })
      toast('Image removed', {
        duration: undoMs,
        action: {
          label: 'Undo',
          onClick: () =>
            void trying(async () => {
              await call(productImagesApi.restoreImage, { params })
              toast.success('Image restored')
            }),
        },
      })
    })
  }
  /** `liveMessage` is for a live region: the result of a move. */
  return { images, liveMessage, move, remove }
}
