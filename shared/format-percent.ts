/** 12.5 → "12.5%" */
export const formatPercent = (percent: number | string): string => `${percent}%`

/** Formats a fraction as a percentage with `digits` decimals: 0.125 → "12.5%" */
export const formatShare = (share: number, digits = 0): string =>
  `${(share * 100).toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}%`
