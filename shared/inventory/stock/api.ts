import { z } from 'zod'
import { byId, Id, optionalText, text, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { productChoice } from './product-choice.ts'
import { locationTypes, NewProduct, Product, ProductChange, productFields, ProductRow } from './product.ts'
import { stockRoutes } from './stock-changes.ts'

export const Category = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  products: z.number().int(),
  version: Version,
})
export type Category = z.infer<typeof Category>
export const CategoryInput = z.strictObject({ name: text(120), description: optionalText(1000) })

export const Location = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(locationTypes),
  address: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  description: z.string().nullable(),
  products: z.number().int(),
  /** The customer with whom the location is; its stock is for no other order. */
  consignee: z.object({ id: Id, name: z.string() }).nullable(),
  version: Version,
})
export type Location = z.infer<typeof Location>
const degrees = (maximum: number) => {
  const words = `must be between -${maximum} and ${maximum}`
  return z.number('must be a number').min(-maximum, words).max(maximum, words)
}
export const LocationInput = z
  .strictObject({
    name: text(160),
    type: z.enum(locationTypes),
    address: optionalText(500),
    latitude: degrees(90).nullish(),
    longitude: degrees(180).nullish(),
    description: optionalText(1000),
  })
  .refine((value) => (value.latitude == null) === (value.longitude == null), {
    path: ['longitude'],
    message: 'is required together with the latitude',
  })

const view = 'inventory.view'
const edit = 'inventory.edit'
const remove = 'inventory.delete'

/** Products, their stock by location, and all stock movements. */
export const inventoryApi = {
  listCategories: route('GET /api/categories', {
    access: view,
    summary: 'Categories, by name.',
    query: z.strictObject({ ...pageQuery, sort: sortBy('name').default('name') }),
    reply: pageOf(Category),
  }),
  createCategory: route('POST /api/categories', {
    access: edit,
    summary: 'Adds a category.',
    body: CategoryInput,
    emits: ['inventory_updated'],
    reply: Category,
    status: 201,
  }),
  updateCategory: route('PUT /api/categories/:id', {
    access: edit,
    summary: 'Renames or describes a category.',
    params: byId,
    body: CategoryInput,
    emits: ['inventory_updated'],
    reply: Category,
    ifMatch: true,
  }),
  deleteCategory: route('DELETE /api/categories/:id', {
    access: remove,
    summary: 'Deletes a category; refused while products use it, unless they are moved.',
    params: byId,
    query: z.strictObject({
      /** The category that its products are moved to in the same step. */
      moveTo: Id.optional(),
    }),
    emits: ['inventory_updated'],
    reply: null,
  }),
  listLocations: route('GET /api/locations', {
    access: [
      'inventory.view',
      'salesOrders.view',
      'rawmaterials.view',
      'purchaseOrders.view',
      'invoices.view',
      'routes.view',
    ],
    summary: 'Warehouses and factories.',
    query: z.strictObject({
      ...pageQuery,
      type: z.enum(locationTypes).optional(),
      /** Without consignment locations of customers. */
      own: z.enum(['true']).optional(),
      sort: sortBy('name').default('name'),
    }),
    reply: pageOf(Location),
  }),
  createLocation: route('POST /api/locations', {
    access: edit,
    summary: 'Adds a location.',
    body: LocationInput,
    emits: ['inventory_updated'],
    reply: Location,
    status: 201,
  }),
  updateLocation: route('PUT /api/locations/:id', {
    access: edit,
    summary: 'Changes a location.',
    params: byId,
    body: LocationInput,
    emits: ['inventory_updated'],
    reply: Location,
    ifMatch: true,
  }),
  deleteLocation: route('DELETE /api/locations/:id', {
    access: remove,
    summary: 'Deletes a location; refused while it has stock, default items or open documents.',
    params: byId,
    query: z.strictObject({
      /** The location that becomes the default location of its items in the same step. */
      moveTo: Id.optional(),
    }),
    emits: ['inventory_updated'],
    reply: null,
  }),
  listProducts: route('GET /api/products', {
    access: ['inventory.view', 'salesOrders.edit'],
    summary: 'Products with what is on hand, committed and available.',
    query: z.strictObject({
      ...pageQuery,
      ...productChoice,
      /** Includes kits, which are sold like products. */
      kits: z.enum(['true']).optional(),
    }),
    reply: pageOf(ProductRow),
    fields: productFields,
  }),
  getProduct: route('GET /api/products/:id', {
    access: view,
    summary: 'One product with its stock by place and lot.',
    params: byId,
    reply: Product,
  }),
  createProduct: route('POST /api/products', {
    access: edit,
    summary: 'Adds a product; its initial quantity arrives in its warehouse.',
    body: NewProduct,
    emits: ['inventory_transaction', 'inventory_updated'],
    reply: Product,
    status: 201,
  }),
  updateProduct: route('PUT /api/products/:id', {
    access: edit,
    summary: 'Changes a product; a changed quantity is booked as an adjustment.',
    params: byId,
    body: ProductChange,
    emits: ['inventory_updated', 'inventory_transaction'],
    reply: Product,
    ifMatch: true,
  }),
  deleteProduct: route('DELETE /api/products/:id', {
    access: remove,
    summary: 'Deletes a product; refused while it is on hand or committed.',
    params: byId,
    emits: ['inventory_updated'],
    reply: null,
  }),
  ...stockRoutes('/api/products', 'a product', 'inventory', Product),
} as const
