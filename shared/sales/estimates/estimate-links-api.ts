import { z } from 'zod'
import { text, optionalText, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { TaxShown } from '#shared/money-lines.ts'
import { isSigned, Signature } from '#shared/signature.ts'

const token = z.string().min(20, 'is not a token').max(100, 'is not a token')

/** An estimate for its customer: no more than in the mailed document. */
export const OfferedEstimate = z.object({
  number: z.string(),
  company: z.object({
    name: z.string(),
    address: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  customer: z.string(),
  estimateDate: z.string(),
  validUntil: z.string(),
  currency: z.string(),
  reference: z.string().nullable(),
  notes: z.string().nullable(),
  lines: z.array(
    z.object({
      name: z.string(),
      sku: z.string().nullable(),
      unit: z.string().nullable(),
      quantity: z.number().int(),
      unitPrice: Money,
      total: Money,
      tax: TaxShown,
    }),
  ),
  subtotal: Money,
  discount: Money,
  tax: Money,
  total: Money,
  /** An earlier answer, if any. */
  answer: z.object({ answer: z.enum(['accepted', 'declined']), name: z.string(), at: Timestamp }).nullable(),
  /** Whether it can be answered now; if not, the reason in words for the customer. */
  canAnswer: z.object({ open: z.boolean(), reason: z.string().nullable() }),
  /** Hash of what is shown, so that an answer refers to exactly this. */
  hash: z.string(),
})
export type OfferedEstimate = z.infer<typeof OfferedEstimate>

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'is not a hash')

/** The page where a customer answers an estimate with only the mailed link. */
export const estimateLinksApi = {
  openLink: route('POST /api/estimate-links/opening', {
    access: 'public',
    summary: 'The content of an emailed link. A POST, so that the secret is not part of a URL.',
    body: z.strictObject({ token }),
    emits: [],
    reply: OfferedEstimate,
    idempotency: 'none',
  }),
  acceptByLink: route('POST /api/estimate-links/acceptance', {
    access: 'public',
    summary: 'Accepts an estimate, with a name and a drawn or typed signature; once.',
    body: z.strictObject({
      token,
      name: text(160),
      /** Undefined if the typed name is the signature. */
      signature: Signature.refine(isSigned, 'is required, or else type your name instead').nullish(),
      hash,
    }),
    emits: ['sales_order_updated'],
    reply: OfferedEstimate,
    idempotency: 'none',
    checksSeenContent: true,
  }),
  declineByLink: route('POST /api/estimate-links/refusal', {
    access: 'public',
    summary: 'Declines an estimate; once.',
    body: z.strictObject({ token, name: text(160), reason: optionalText(500), hash }),
    emits: ['sales_order_updated'],
    reply: OfferedEstimate,
    idempotency: 'none',
    checksSeenContent: true,
  }),
} as const
