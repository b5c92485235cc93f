/** "12.5%" of 12.5 */
export const formatPercent = (percent: number | string): string => `${percent}%`

/** A share as percent, rounded to so many digits: "12.5%" of 0.125 */
export const formatShare = (share: number, digits = 0): string =>
  `${(share * 100).toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}%`
