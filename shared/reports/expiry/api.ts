import { z } from 'zod'
import { Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { radarActions } from './actions.ts'

const pieces = z.number()
const named = z.object({ id: Id, name: z.string() })

const RadarAction = z.object({
  action: z.enum(radarActions),
  /** Pieces that the action applies to. */
  quantity: pieces,
  /** By how many pieces it reduces the remainder. */
  units: pieces,
  /** Additional money. */
  saved: Money,
  /** For a return to the supplier: the purchase order of the lot. */
  purchaseOrder: z.object({ id: Id, number: z.string() }).nullable(),
  /** For an offer: the buyers, the largest first. Empty for users who may not see customers. */
  customers: z.array(named.extend({ quantity: pieces })),
})

export const RadarLot = z.object({
  id: Id,
  lotNumber: z.string(),
  expiryDate: z.string(),
  item: named.extend({ sku: z.string(), kind: z.string() }),
  /** Where most of it is. */
  location: named,
  /** On hand and not reserved. */
  quantity: pieces,
  /** The probability that at least one piece is left on the last day. */
  chance: z.number(),
  /** The average remainder, in pieces and at cost. */
  units: pieces,
  value: Money,
  /** By what they save. */
  actions: z.array(RadarAction),
})
export type RadarLot = z.infer<typeof RadarLot>

export const radarWeeks = ['12', '26', '52'] as const
export const maxRadarLots = 200

export const ExpiryRadar = z.object({
  today: z.string(),
  /** Lots by week of expiry, at cost; the first week may be partial. */
  weeks: z.array(z.object({ week: z.string(), value: Money, lots: z.number().int() })),
  /** At cost: the value at risk, and of all expiring lots. */
  value: Money,
  expiring: Money,
  /** The savings of the best action for each lot. */
  saved: Money,
  total: z.number().int(),
  /** The highest value at risk first. */
  data: z.array(RadarLot),
})
export type ExpiryRadar = z.infer<typeof ExpiryRadar>

export const expiryApi = {
  readRadar: route('GET /api/expiry-radar', {
    access: 'inventory.view',
    summary:
      'The chance and value of each lot expiring unsold, from the forecast, with what could be done and what it saves.',
    query: z.strictObject({ weeks: z.enum(radarWeeks).default('26') }),
    reply: ExpiryRadar,
  }),
} as const
