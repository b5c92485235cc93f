import { z } from 'zod'
import { byId, Id, optionalText, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { Quantity } from '#shared/quantity.ts'
import { Returnable } from '#shared/sales/returns/api.ts'
import { imageTypes, maxImageBytes } from '#shared/inventory/products/image-limits.ts'
import { byPhoto, ReturnPhoto } from '#shared/sales/returns/return-photos.ts'
import { returnReasons, returnStatuses } from '#shared/sales/returns/return-transitions.ts'
import { portalQuery } from './viewing-api.ts'

const numbered = z.object({ id: Id, number: z.string() })

export const PortalReturn = z.object({
  id: Id,
  number: z.string(),
  order: numbered,
  status: z.enum(returnStatuses),
  createdAt: Timestamp,
  lines: z.array(
    z.object({
      product: z.string(),
      lotNumber: z.string().nullable(),
      quantity: z.number().int(),
      reason: z.enum(returnReasons),
    }),
  ),
  notes: z.string().nullable(),
  photos: z.array(ReturnPhoto),
  /** Until the goods arrive. */
  canAddPhotos: z.boolean(),
  /** Why it was rejected or cancelled. */
  reason: z.string().nullable(),
  creditNote: numbered.extend({ total: Money }).nullable(),
})
export type PortalReturn = z.infer<typeof PortalReturn>

export const portalReturnsApi = {
  listReturns: route('GET /api/customer-portal/returns', {
    access: 'portal',
    summary: 'The customer’s returns, the newest 100.',
    query: portalQuery,
    reply: z.object({ data: z.array(PortalReturn) }),
  }),
  listReturnable: route('GET /api/customer-portal/orders/:id/returnable', {
    access: 'portal',
    summary: 'What an order delivered, by line and lot, and how much of it can still come back.',
    params: byId,
    query: portalQuery,
    reply: Returnable.pick({ order: true, lines: true }),
  }),
  requestReturn: route('POST /api/customer-portal/returns', {
    access: 'customer',
    summary: 'Asks for delivered goods to go back.',
    body: z.strictObject({
      orderId: Id,
      notes: optionalText(2000),
      lines: z
        .array(
          z.strictObject({
            orderLineId: Id,
            lotId: Id.optional(),
            quantity: Quantity,
            reason: z.enum(returnReasons),
            note: optionalText(300),
          }),
        )
        .min(1, 'needs at least one line')
        .max(200, 'may have at most 200 lines'),
    }),
    emits: ['sales_order_updated', 'invoice_updated', 'shipping_updated', 'portal_updated'],
    reply: PortalReturn,
    status: 201,
    idempotency: 'required',
  }),
  addPhoto: route('PUT /api/customer-portal/returns/:id/photos', {
    access: 'customer',
    summary: 'Takes one JPEG, PNG or WebP photo of returned goods, sent raw; the same file again adds nothing.',
    params: byId,
    upload: { maxBytes: maxImageBytes, types: imageTypes },
    emits: ['sales_order_updated', 'invoice_updated', 'shipping_updated', 'portal_updated'],
    reply: PortalReturn,
    status: 201,
  }),
  getPhoto: route('GET /api/customer-portal/returns/:id/photos/:photoId', {
    access: 'portal',
    summary: 'A photo of returned goods. It never changes under its address.',
    params: byPhoto,
    query: portalQuery,
    reply: null,
    download: 'image/webp',
  }),
} as const
