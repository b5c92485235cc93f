import { parseDecimal } from '#shared/money.ts'
import { maxQuantity } from '#shared/quantity.ts'

export const feeKinds = ['freight', 'customs', 'handling', 'other'] as const
export type FeeKind = (typeof feeKinds)[number]
export const feeKindNames: Record<FeeKind, string> = {
  freight: 'Freight',
  customs: 'Customs',
  handling: 'Handling',
  other: 'Other',
}

/** Cases may have decimals ("2.5") if they are whole pieces. */
const caseScale = 4

/** Cases → pieces; null if they aren't whole pieces, or none, or too many. */
export function piecesOfCases(cases: string, pcsPerCase: number): number | null {
  const units = parseDecimal(cases.trim(), caseScale)
  if (units === null || units <= 0n) return null
  const scaled = units * BigInt(pcsPerCase)
  const one = 10n ** BigInt(caseScale)
  if (scaled % one !== 0n) return null
  const pieces = scaled / one
  return pieces > BigInt(maxQuantity) ? null : Number(pieces)
}

/** The maximum quantity to receive for a line: ordered plus a tolerance in percent, in whole pieces. */
export const receivableOf = (quantity: number, tolerancePercent: number): number =>
  Math.min(maxQuantity, quantity + Math.floor((quantity * tolerancePercent) / 100))
