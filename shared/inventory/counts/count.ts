import { z } from 'zod'
import { Id, Timestamp, Version } from '#shared/fields.ts'
import { Money } from '#shared/money.ts'
import { countStatuses } from './count-transitions.ts'

/* A count with its lines. */

const named = z.object({ id: Id, name: z.string() })
const whole = z.number().int()
export const abcClasses = ['A', 'B', 'C'] as const

export const CountRow = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(countStatuses),
  location: named.nullable(),
  zone: named.nullable(),
  category: named.nullable(),
  abcClass: z.enum(abcClasses).nullable(),
  blind: z.boolean(),
  lines: z.object({ total: whole, open: whole, recount: whole, different: whole.nullable() }),
  createdAt: Timestamp,
})
export type CountRow = z.infer<typeof CountRow>

/** Null during a blind count. */
export const CountDocument = CountRow.extend({
  recountPercent: whole,
  recountPieces: whole,
  note: z.string().nullable(),
  /** The value of the differences at cost. */
  value: z.object({ found: Money, missing: Money, net: Money }).nullable(),
  counters: z.array(z.object({ name: z.string(), lines: whole })),
  moves: z.array(
    z.object({
      move: z.string(),
      to: z.enum(countStatuses),
      actor: z.string().nullable(),
      reason: z.string().nullable(),
      at: Timestamp,
    }),
  ),
  /** The server's time of this response, to compute the time of counts made offline. */
  now: Timestamp,
  version: Version,
})
export type CountDocument = z.infer<typeof CountDocument>

const lineStates = ['open', 'recount', 'counted'] as const
export const CountLine = z.object({
  id: Id,
  product: z.object({ id: Id, sku: z.string(), name: z.string(), barcode: z.string().nullable() }),
  location: named,
  /** Goods that aren't lot-tracked have the lot "none", with the product's id. */
  lot: z.object({ id: Id, lotNumber: z.string(), expiryDate: z.string().nullable() }),
  added: z.boolean(),
  state: z.enum(lineStates),
  /** Null, like all values derived from it, while a blind count waits for the recount of the line. */
  counted: whole.nullable(),
  /** The ledger's quantity when it was counted, or now if it was not; null during a blind count. */
  expected: whole.nullable(),
  /** True if orders with pieces of it are being picked: they are still at this location, though they may be on a trolley. */
  isBeingPicked: z.boolean(),
  /** The number of these pieces; null during a blind count, as it would reveal the minimum expected. */
  picking: whole.nullable(),
  difference: whole.nullable(),
  /** Stock movements since it was counted; they don't change the difference. */
  movedSince: whole.nullable(),
  /** The difference at cost. */
  value: Money.nullable(),
  rounds: whole,
  countedBy: z.string().nullable(),
  countedAt: Timestamp.nullable(),
  version: Version,
})
export type CountLine = z.infer<typeof CountLine>

/** The details of COMMITTED_TO_ORDERS: lines that can't be posted, as orders have reserved more than would be left. */
export const HeldLine = z.object({
  lineId: Id,
  product: named,
  location: z.string(),
  lotNumber: z.string(),
  /** What would be left, and the part that is reserved. */
  left: whole,
  committed: whole,
  orders: z.array(z.object({ type: z.string(), id: Id, number: z.string().nullable(), quantity: whole })),
})
export type HeldLine = z.infer<typeof HeldLine>
