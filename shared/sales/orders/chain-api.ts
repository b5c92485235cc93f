import { z } from 'zod'
import { mailStates } from '#shared/delivery/api.ts'
import { Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

const chainKinds = ['prospect', 'account', 'opportunity', 'estimate', 'order'] as const
export type ChainKind = (typeof chainKinds)[number]

const link = z.object({
  id: Id,
  name: z.string(),
  status: z.string().nullable(),
  /** For an estimate: the state of its last mail. */
  mailState: z.enum(mailStates).nullish(),
})
export type ChainLink = z.infer<typeof link>

/** The related documents, from the prospect to the order. For a customer, the latest of each. */
export const Chain = z.object({
  prospects: z.array(link),
  accounts: z.array(link),
  opportunities: z.array(link),
  estimates: z.array(link),
  orders: z.array(link),
})
export type Chain = z.infer<typeof Chain>

/** How a prospect, a customer, an opportunity, an estimate and an order are related. */
export const chainApi = {
  getChain: route('GET /api/chains/:kind/:id', {
    access: ['crm.view', 'salesOrders.view'],
    summary:
      'The prospects, customers, opportunities, estimates and orders around one of them, as far as the caller may see.',
    params: z.strictObject({ kind: z.enum(chainKinds), id: Id }),
    reply: Chain,
  }),
} as const
