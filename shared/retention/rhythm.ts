/** The number of order days from which a product has a rhythm. */
export const rhythmNeedsOrders = 4
/** Orders more than this many days before the last one are ignored. */
export const rhythmWindowDays = 730

/** The median, rounded to a whole number; for an even count, the mean of the two middle values. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : Math.round((upper + lower) / 2)
}

/** The usual days between orders of a product; days as numbers, in any order. Null for fewer than 4 of them. */
export function productRhythm(days: readonly number[]): number | null {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b)
  if (sorted.length < rhythmNeedsOrders) return null
  return median(sorted.slice(1).map((day, at) => day - (sorted[at] ?? day)))
}

/** The customer's rhythm: the median of their products' rhythms, robust against one long break or one odd product. */
export const usualRhythm = (products: readonly (readonly number[])[]): number | null =>
  median(products.map(productRhythm).filter((days) => days !== null))
