import { type ImageSize, productImagesApi } from '#shared/inventory/products/product-images-api.ts'
import { addressOf } from '#web/api/address.ts'

/** The URL of an image; its content never changes. */
export const imageAddress = (id: string, size: ImageSize) =>
  addressOf(productImagesApi.getImage, { params: { id, size } })
