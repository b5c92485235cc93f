import { z } from 'zod'
import { byId, Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { OrderAllowances, PickedInput } from './order-input.ts'
import { orderStatuses } from './order-transitions.ts'

const count = z.number().int()
const beforeAndAfter = z.object({ before: count, after: count })

/** The effect on one lot at one location. */
const StockEffect = z.object({
  item: z.object({ id: Id, name: z.string(), sku: z.string() }),
  location: z.object({ id: Id, name: z.string() }),
  lotId: Id,
  lotNumber: z.string(),
  expiryDate: z.string().nullable(),
  onHand: beforeAndAfter,
  committed: beforeAndAfter,
})
export type StockEffect = z.infer<typeof StockEffect>

/** All effects of an action on an order. New documents have no number yet. */
export const OrderPreview = z.object({
  from: z.enum(orderStatuses),
  /** Null if the order would be deleted. */
  to: z.enum(orderStatuses).nullable(),
  stock: z.array(StockEffect),
  /** What the order would still wait for. */
  missing: z.array(z.object({ item: z.string(), pieces: count })),
  invoices: z.array(
    z.object({
      effect: z.enum(['issued', 'voided', 'deleted']),
      /** Null for a new one, and for users who may not see invoices. */
      number: z.string().nullable(),
      total: Money.nullable(),
      dueDate: z.string().nullable(),
    }),
  ),
  shipments: z.array(
    z.object({ effect: z.enum(['made', 'deleted']), number: z.string().nullable(), pieces: count, lots: count }),
  ),
  /** Quantities that were not picked. */
  backOrders: z.array(z.object({ pieces: count, total: Money })),
  mails: z.array(z.object({ to: z.string(), subject: z.string() })),
})
export type OrderPreview = z.infer<typeof OrderPreview>

/** The actions with a preview. */
const previewedActions = [
  'confirm',
  'backOrder',
  'startPicking',
  'ready',
  'handOver',
  'reverse',
  'unconfirm',
  'cancel',
  'delete',
] as const
export type PreviewedAction = (typeof previewedActions)[number]

/** Previews: the action itself is run and rolled back. */
export const orderPreviewApi = {
  previewOrder: route('POST /api/sales-orders/:id/previews', {
    access: ['salesOrders.edit', 'salesOrders.delete', 'shipping.edit'],
    summary: 'Previews the effects of an action on stock, invoice, shipping record and emails.',
    params: byId,
    body: z.strictObject({
      act: z.enum(previewedActions),
      picked: PickedInput.optional(),
      allowances: OrderAllowances.optional(),
    }),
    emits: [],
    reply: OrderPreview,
  }),
  previewInvoiceDeletion: route('POST /api/invoices/:id/deletion-preview', {
    access: 'invoices.delete',
    summary: 'Previews the effects of deleting an invoice.',
    params: byId,
    body: z.strictObject({}),
    emits: [],
    reply: OrderPreview,
  }),
} as const
