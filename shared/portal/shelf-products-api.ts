import { z } from 'zod'
import { Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

/** A SKU, barcode and name for each item that a shelf can have. */
export const maxPastedNames = 900

const body = z.strictObject({
  names: z
    .array(z.string().trim().min(1).max(200))
    .min(1, 'needs at least one name')
    .max(maxPastedNames, `may have at most ${maxPastedNames} names`),
})

const found = z.object({ id: Id, name: z.string(), sku: z.string(), packSize: z.number().int() })
export type FoundProduct = z.infer<typeof found>

const reply = z.object({
  /** The matches of each name, in the order of the names: by SKU, else by barcode, else by name; several if it is ambiguous. */
  data: z.array(z.array(found)),
})

/** Finds the products of a pasted table, for the customer and for the office. */
export const shelfProductsApi = {
  findProducts: route('POST /api/customer-portal/shelf-products', {
    access: 'customer',
    summary: 'The products that a pasted table names, by SKU, barcode or name. Changes nothing.',
    body,
    emits: [],
    idempotency: 'none',
    reply,
  }),
  findForOffice: route('POST /api/shelf-products', {
    access: 'crm.edit',
    summary: 'The products that a pasted table names, by SKU, barcode or name. Changes nothing.',
    body,
    emits: [],
    idempotency: 'none',
    reply,
  }),
} as const
