import { z } from 'zod'
import { Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { radarActions } from './actions.ts'

const pieces = z.number()
const named = z.object({ id: Id, name: z.string() })

const RadarAction = z.object({
  action: z.enum(radarActions),
  /** Pieces that it is done with. */
  quantity: pieces,
  /** Pieces that are not left then and would be without it. */
  units: pieces,
  /** Money that comes in and would not without it. */
  saved: Money,
  /** The order by which it came: of a return to the supplier. */
  purchaseOrder: z.object({ id: Id, number: z.string() }).nullable(),
  /** Who buys it, the most first: of an offer. Empty for those who may not see customers. */
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
  /** That at least one piece is left on the last day. */
  chance: z.number(),
  /** Pieces left on average, and the same at cost. */
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
  /** Of lots that expire in each week, at cost; the first week may be cut. */
  weeks: z.array(z.object({ week: z.string(), value: Money, lots: z.number().int() })),
  /** At cost: what may be left, and all that expires. */
  value: Money,
  expiring: Money,
  /** What the best action of each lot saves. */
  saved: Money,
  total: z.number().int(),
  /** Those with the most value at risk first. */
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
