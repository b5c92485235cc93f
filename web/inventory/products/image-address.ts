import { type ImageSize, productImagesApi } from '#shared/inventory/products/product-images-api.ts'
import { addressOf } from '#web/api/address.ts'

/** Where the browser finds a picture; it never changes there. */
export const imageAddress = (id: string, size: ImageSize) =>
  addressOf(productImagesApi.getImage, { params: { id, size } })
