import { exactNumber } from '#shared/money.ts'
import { partOfPieces } from '#shared/money-lines.ts'

/** The amounts of a line, in minor units. */
export interface LineAmounts {
  quantity: number
  total: number
  discount: number
  tax: number
}

/** Splits a line into what ships now and later. The amounts of both add up to those of the line, to the minor unit. */
export function splitLine(line: LineAmounts, picked: number): { now: LineAmounts; later: LineAmounts } {
  const part = (amount: number) => exactNumber(partOfPieces(BigInt(amount), picked, 0, line.quantity))
  const now = { quantity: picked, total: part(line.total), discount: part(line.discount), tax: part(line.tax) }
  return {
    now,
    later: {
      quantity: line.quantity - picked,
      total: line.total - now.total,
      discount: line.discount - now.discount,
      tax: line.tax - now.tax,
    },
  }
}
