import { z } from 'zod'
import { maxCodeLength } from '#shared/codes/read-code.ts'
import { Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { ProductRow } from '#shared/inventory/stock/product.ts'

/** The content of a code, whether or not it matches a record. */
const CodeContent = z.object({
  kind: z.enum(['gs1', 'gtin', 'own', 'document', 'text']),
  /** Human-readable. */
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
  /** The product, also of a lot; null for a raw material's lot. */
  product: ProductRow.nullable(),
  /** The location of the stock; a product's "none" lot is returned only for a code of a lot. */
  lot: z.object({ id: Id, lotNumber: z.string(), expiryDate: z.string().nullable(), status: z.string() }).nullable(),
})
export type Found = z.infer<typeof Found>

export const Scanned = z.object({
  content: CodeContent,
  /** Only records that the caller may see; several if a code is not unique. */
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
