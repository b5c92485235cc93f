import { formatShare } from '#shared/format-percent.ts'
import type { DemandForecast } from '#shared/reports/forecast/api.ts'

export const pieces = (quantity: number) =>
  quantity.toLocaleString(undefined, { maximumFractionDigits: quantity < 10 ? 1 : 0 })

/** "12% too much", for the average bias of a forecast. */
export function biasText(bias: number): string {
  if (Math.abs(bias) < 0.005) return 'no bias'
  return `${formatShare(Math.abs(bias))} too ${bias > 0 ? 'much' : 'little'} on average`
}

/** Explains the forecast error to readers without statistics. */
export function errorText({ wape, naiveWape, tested }: Pick<DemandForecast, 'wape' | 'naiveWape' | 'tested'>): string {
  if (wape === null) return 'Too little history to test the forecast'
  const naive = naiveWape === null ? '' : `; “same as last month” would be off by ${formatShare(naiveWape)}`
  return `Off by ${formatShare(wape)} of demand in ${tested} tested months${naive}`
}
