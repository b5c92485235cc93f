/** A product has a rhythm once it was ordered on so many days. */
export const rhythmNeedsOrders = 4
/** Orders older than this before the last one say nothing about today. */
export const rhythmWindowDays = 730

/** Middle of numbers, rounded to a whole one; of an even count, half way between the two in the middle. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : Math.round((upper + lower) / 2)
}

/** Usual days from one order of a product to the next; days as numbers, in any order. Null for fewer than 4 of them. */
export function productRhythm(days: readonly number[]): number | null {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b)
  if (sorted.length < rhythmNeedsOrders) return null
  return median(sorted.slice(1).map((day, at) => day - (sorted[at] ?? day)))
}

/** The customer's: the median of the products' own, so that neither one long break nor one odd product moves it. */
export const usualRhythm = (products: readonly (readonly number[])[]): number | null =>
  median(products.map(productRhythm).filter((days) => days !== null))
