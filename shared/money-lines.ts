import { z } from 'zod'
import { AmountInput, amountScale, divideHalfEven, formatDecimal, parseDecimal, sum } from './money.ts'

/*
 * The totals of a document: header discount, tax, total. Server and browser both use it, so a form shows what the server will
 * compute. Amounts are minor units and may be negative: a credit note mirrors what it credits.
 */

export const taxKinds = ['exclusive', 'inclusive', 'exempt'] as const
export type TaxKind = (typeof taxKinds)[number]

/** Percentages have three decimals: 7.5 % is 7500. */
const percentScale = 3
const whole = 100_000n

/** The tax of a line as it was when the line was written: the tax's name, and its percentage as an integer (see percentScale). */
export interface TaxRule {
  name: string
  kind: TaxKind
  rate: number
}
export const noTax: TaxRule = { name: 'No tax', kind: 'exempt', rate: 0 }
/** The tax rule of every line for a tax-exempt customer. */
export const customerExempt: TaxRule = { name: 'Tax exempt', kind: 'exempt', rate: 0 }

/** A discount before tax: minor units, or a percentage (see percentScale). */
export interface Discount {
  kind: 'amount' | 'percent'
  value: bigint
}

export interface Part {
  /** Quantity × unit price. */
  amount: bigint
  tax: Pick<TaxRule, 'kind' | 'rate'>
  /** False for fees: the header discount applies to goods only. */
  isDiscounted: boolean
}

interface PartSums {
  /** This part's share of the header discount. */
  discount: bigint
  /** Without tax. */
  net: bigint
  tax: bigint
  /** With tax: what the customer pays for this part. */
  gross: bigint
}

export interface DocumentSums {
  parts: PartSums[]
  /** The sum of the amounts as they are on the lines, so inclusive tax is included. */
  subtotal: bigint
  discount: bigint
  net: bigint
  tax: bigint
  total: bigint
}

/** Allocates an amount by weight, to the smallest unit: what is left goes to the largest remainders, on a tie to the earlier. */
export function prorate(amount: bigint, weights: readonly bigint[]): bigint[] {
  const all = sum(weights)
  if (all === 0n) return weights.map(() => 0n)
  const sign = amount < 0n !== all < 0n ? -1n : 1n
  const size = amount < 0n ? -amount : amount
  const heavy = all < 0n ? -all : all
  const parts = weights.map((weight, at) => {
    const product = size * (weight < 0n ? -weight : weight)
    return { at, share: product / heavy, rest: product % heavy }
  })
  let left = size - sum(parts.map((part) => part.share))
  for (const part of parts.toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))) {
    if (left === 0n) break
    part.share += 1n
    left -= 1n
  }
  // The parts have the sign of the amount, whatever the sign of the weights.
  const flip = all < 0n ? -sign : sign
  return parts.map((part) => part.share * flip)
}

/** The sum that the discount applies to. */
export const discountable = (parts: readonly Part[]): bigint =>
  sum(parts.filter((part) => part.isDiscounted).map((part) => part.amount))

/** The discount in minor units; never more than the amount it applies to. */
function discountAmount(parts: readonly Part[], discount: Discount | null): bigint {
  if (!discount) return 0n
  const base = discountable(parts)
  const requested = discount.kind === 'percent' ? divideHalfEven(base * discount.value, whole) : discount.value
  const isMore = base < 0n ? requested < base : requested > base
  return isMore ? base : requested
}

/** The tax on (exclusive) or in (inclusive) an amount, rounded once, half to even. */
export function taxOf(amount: bigint, { kind, rate }: Pick<TaxRule, 'kind' | 'rate'>): bigint {
  if (kind === 'exempt') return 0n
  return divideHalfEven(amount * BigInt(rate), kind === 'exclusive' ? whole : whole + BigInt(rate))
}

/** Computes the totals of a document: first the discount, then the tax of each line; the totals are the sums of the parts. */
export function sumDocument(given: readonly Part[], discount: Discount | null): DocumentSums {
  const shares = prorate(
    discountAmount(given, discount),
    given.map((part) => (part.isDiscounted ? part.amount : 0n)),
  )
  const parts = given.map(({ amount, tax: rule }, at): PartSums => {
    const share = shares[at] ?? 0n
    const base = amount - share
    const tax = taxOf(base, rule)
    const net = rule.kind === 'inclusive' ? base - tax : base
    return { discount: share, net, tax, gross: net + tax }
  })
  return {
    parts,
    subtotal: sum(given.map((part) => part.amount)),
    discount: sum(shares),
    net: sum(parts.map((part) => part.net)),
    tax: sum(parts.map((part) => part.tax)),
    total: sum(parts.map((part) => part.gross)),
  }
}

/**
 * The share of an amount for `taken` of `of` pieces, when `before` pieces were taken earlier. The shares of all steps add up to
 * exactly the amount: crediting in parts ends at what was paid.
 */
export const partOfPieces = (amount: bigint, taken: number, before: number, of: number): bigint =>
  divideHalfEven(amount * BigInt(before + taken), BigInt(of)) - divideHalfEven(amount * BigInt(before), BigInt(of))

/** The tax of a document by rate, as shown below its lines. */
export function taxByRule<L extends { tax: TaxRule; net: bigint; taxed: bigint }>(lines: readonly L[]) {
  const rules = new Map<string, { rule: TaxRule; net: bigint; tax: bigint }>()
  for (const line of lines) {
    const key = `${line.tax.kind} ${line.tax.rate} ${line.tax.name}`
    const known = rules.get(key) ?? { rule: line.tax, net: 0n, tax: 0n }
    rules.set(key, { ...known, net: known.net + line.net, tax: known.tax + line.taxed })
  }
  return [...rules.values()]
}

/** 7500 → "7.5". */
export const formatPercent = (rate: bigint | number): string => formatDecimal(rate, percentScale, 0)

/** A percentage from 0 to 100 in a request, converted to an integer (see percentScale). */
export const PercentInput = z
  .string()
  .trim()
  .transform((value, context) => {
    const units = parseDecimal(value, percentScale)
    if (units !== null && units >= 0n && units <= whole) return units
    context.addIssue({
      code: 'custom',
      message: `must be a percentage from 0 to 100 with at most ${percentScale} decimals`,
    })
    return z.NEVER
  })

/** A discount of a document in a request: an amount or a percentage. */
export const DiscountInput = z
  .strictObject({ kind: z.enum(['amount', 'percent']), value: z.string().trim() })
  .transform(({ kind, value }, context): Discount => {
    const parsed = (kind === 'percent' ? PercentInput : AmountInput).safeParse(value)
    if (parsed.success) return { kind, value: parsed.data }
    for (const { message } of parsed.error.issues) context.addIssue({ code: 'custom', path: ['value'], message })
    return z.NEVER
  })

export const TaxShown = z.object({ name: z.string(), kind: z.enum(taxKinds), percent: z.string() })
export const DiscountShown = z.object({ kind: z.enum(['amount', 'percent']), value: z.string() })

/** A discount as the user entered it. */
export const formatDiscount = ({ kind, value }: { kind: Discount['kind']; value: bigint | number }) => ({
  kind,
  value: kind === 'percent' ? formatPercent(value) : formatDecimal(value, amountScale),
})
