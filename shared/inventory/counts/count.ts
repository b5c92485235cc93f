import { z } from 'zod'
import { Id, Timestamp, Version } from '#shared/fields.ts'
import { Money } from '#shared/money.ts'
import { countStatuses } from './count-transitions.ts'

/* A count as it is shown, with its lines. */

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

/** `null` where the count is blind and still going on. */
export const CountDocument = CountRow.extend({
  recountPercent: whole,
  recountPieces: whole,
  note: z.string().nullable(),
  /** Of the differences, at cost. */
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
  /** The server's clock at this answer: what a device counts while it has no connection is told by it. */
  now: Timestamp,
  version: Version,
})
export type CountDocument = z.infer<typeof CountDocument>

const lineStates = ['open', 'recount', 'counted'] as const
export const CountLine = z.object({
  id: Id,
  product: z.object({ id: Id, sku: z.string(), name: z.string(), barcode: z.string().nullable() }),
  location: named,
  /** Goods without lots stand in the lot "none", whose id is the product's. */
  lot: z.object({ id: Id, lotNumber: z.string(), expiryDate: z.string().nullable() }),
  added: z.boolean(),
  state: z.enum(lineStates),
  /** Kept back, like all that follows from it, while a blind count waits for the recount of the line. */
  counted: whole.nullable(),
  /** What the ledger said when it was counted, before that what it says now; null while a blind count goes on. */
  expected: whole.nullable(),
  /** Pieces of orders that are being picked: still of this location, though they may stand on a trolley. */
  isBeingPicked: z.boolean(),
  /** How many these are; null while a blind count goes on, as at least so many are expected. */
  picking: whole.nullable(),
  difference: whole.nullable(),
  /** What came or went since it was counted; the difference stays what it is. */
  movedSince: whole.nullable(),
  /** The difference at cost. */
  value: Money.nullable(),
  rounds: whole,
  countedBy: z.string().nullable(),
  countedAt: Timestamp.nullable(),
  version: Version,
})
export type CountLine = z.infer<typeof CountLine>

/** The details of COMMITTED_TO_ORDERS: lines that can't be applied as orders hold more than would be left. */
export const HeldLine = z.object({
  lineId: Id,
  product: named,
  location: z.string(),
  lotNumber: z.string(),
  /** What would stand there, and what is promised of it. */
  left: whole,
  committed: whole,
  orders: z.array(z.object({ type: z.string(), id: Id, number: z.string().nullable(), quantity: whole })),
})
export type HeldLine = z.infer<typeof HeldLine>
