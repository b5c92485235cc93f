import { z } from 'zod'
import { Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

export const itemSupplierApi = {
  giveSupplier: route('POST /api/items/supplier', {
    access: ['inventory.edit', 'rawmaterials.edit'],
    summary: 'Says of products and raw materials who supplies them.',
    body: z.strictObject({
      supplierId: Id,
      itemIds: z.array(Id).min(1, 'needs at least one item').max(200, 'may have at most 200 items'),
    }),
    emits: ['inventory_updated'],
    reply: z.object({ changed: z.number().int() }),
  }),
} as const
