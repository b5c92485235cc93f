import { z } from 'zod'
import { byId, Id, text } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { maxImagesPerProduct, imageTypes, maxImageBytes } from './image-limits.ts'
import { ProductImage } from '#shared/inventory/stock/product.ts'

const imageSizes = ['large', 'thumbnail'] as const
export type ImageSize = (typeof imageSizes)[number]
const maxAltLength = 250

const byImage = z.strictObject({ id: Id, imageId: Id })
const images = z.object({ data: z.array(ProductImage) })

/** Pictures of a product: decoded and re-encoded as WebP, which drops everything but the pixels. */
export const productImagesApi = {
  addImage: route('PUT /api/products/:id/images', {
    access: 'inventory.edit',
    summary: 'Takes one JPEG, PNG or WebP file, sent raw; the same file again adds nothing.',
    params: byId,
    query: z.strictObject({ fileName: z.string().trim().min(1).max(200).default('image') }),
    upload: { maxBytes: maxImageBytes, types: imageTypes },
    emits: ['inventory_updated'],
    reply: ProductImage,
    status: 201,
  }),
  orderImages: route('PUT /api/products/:id/images/order', {
    access: 'inventory.edit',
    summary: 'Puts the images into another order; the first is the main one. 412 when others were added or removed.',
    params: byId,
    body: z.strictObject({
      ids: z.array(Id).max(maxImagesPerProduct, `may have at most ${maxImagesPerProduct} images`),
    }),
    emits: ['inventory_updated'],
    reply: images,
    checksSeenContent: true,
  }),
  describeImage: route('PUT /api/products/:id/images/:imageId/description', {
    access: 'inventory.edit',
    summary: 'Says in words what an image shows, for those who do not see it; empty takes the words away.',
    params: byImage,
    body: z.strictObject({ alt: text(maxAltLength, 0) }),
    emits: ['inventory_updated'],
    reply: ProductImage,
  }),
  removeImage: route('DELETE /api/products/:id/images/:imageId', {
    access: 'inventory.edit',
    summary: 'Takes an image off the product; it can be brought back for 30 days.',
    params: byImage,
    emits: ['inventory_updated'],
    reply: null,
  }),
  restoreImage: route('POST /api/products/:id/images/:imageId/restoration', {
    access: 'inventory.edit',
    summary: 'Brings a removed image back to where it was.',
    params: byImage,
    emits: ['inventory_updated'],
    reply: ProductImage,
  }),
  getImage: route('GET /api/product-images/:id/:size', {
    access: ['inventory.view', 'salesOrders.edit'],
    summary: 'The picture itself. It never changes under its address.',
    params: z.strictObject({ id: Id, size: z.enum(imageSizes) }),
    reply: null,
    download: 'image/webp',
  }),
} as const
