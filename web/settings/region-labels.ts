import { currenciesWithHundredths } from '#shared/settings/currencies.ts'

const names = new Intl.DisplayNames('en', { type: 'currency' })

/** "USD – US Dollar" for "USD". */
export const currencyLabel = (code: string) => `${code} – ${names.of(code) ?? code}`

/** The options, including the chosen one if the browser doesn't know it. */
export const currencies = (chosen: string): string[] => withChosen(currenciesWithHundredths, chosen)
export const timeZones = (chosen: string): string[] =>
  withChosen(['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')], chosen)

export const timeZoneLabel = (zone: string) => zone.replaceAll('_', ' ')

const withChosen = (all: readonly string[], chosen: string) => (all.includes(chosen) ? [...all] : [chosen, ...all])
