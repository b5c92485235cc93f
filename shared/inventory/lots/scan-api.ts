import { z } from 'zod'
import { maxCodeLength } from '#shared/codes/read-code.ts'
import { Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { ProductRow } from '#shared/inventory/stock/product.ts'

/** What a code says by itself, whether or not anything of ours has it. */
const CodeContent = z.object({
  kind: z.enum(['gs1', 'gtin', 'own', 'document', 'text']),
  /** As a person would write it. */
  text: z.string(),
  gtin: z.string().nullable(),
  lotNumber: z.string().nullable(),
  manufacturedOn: z.string().nullable(),
  expiryDate: z.string().nullable(),
  serial: z.string().nullable(),
  /** Pieces in a pack of variable count, or trade items in a logistic unit. */
  quantity: z.number().int().nullable(),
})

const foundTypes = [
  'product',
  'kit',
  'rawMaterial',
  'lot',
  'location',
  'salesOrder',
  'invoice',
  'stockCount',
  'shipment',
  'purchaseOrder',
  'transfer',
  'kitOrder',
] as const

export const Found = z.object({
  type: z.enum(foundTypes),
  id: Id,
  label: z.string(),
  secondary: z.string().nullable(),
  /** Of a product, and of the product that a lot is of; null where a lot is of a raw material. */
  product: ProductRow.nullable(),
  /** Where its stock stands: a product's "none" lot is told only with a code that names a lot. */
  lot: z.object({ id: Id, lotNumber: z.string(), expiryDate: z.string().nullable(), status: z.string() }).nullable(),
})
export type Found = z.infer<typeof Found>

export const Scanned = z.object({
  content: CodeContent,
  /** Nothing is told that the caller may not see; several where a code is not unique. */
  found: z.array(Found),
  /** Why the code may have been misread. */
  doubt: z.string().nullable(),
})
export type Scanned = z.infer<typeof Scanned>

export const scanApi = {
  scan: route('GET /api/scan', {
    access: 'staff',
    summary: 'What a scanned code means, as far as the caller may see it; 422 says what is wrong with a broken code.',
    query: z.strictObject({
      code: z
        .string()
        .min(1, 'is required')
        .max(maxCodeLength + 20),
    }),
    reply: Scanned,
  }),
} as const
