import { z } from 'zod'

/** All series of document numbers, by the permanent name of the counter, with the name of their documents. */
export const numberSeries = {
  EST: { one: 'Estimate', many: 'Estimates' },
  SO: { one: 'Sales order', many: 'Sales orders' },
  INV: { one: 'Invoice', many: 'Invoices' },
  OB: { one: 'Opening balance', many: 'Opening balances' },
  PAY: { one: 'Payment', many: 'Payments' },
  RMA: { one: 'Return', many: 'Returns' },
  CN: { one: 'Credit note', many: 'Credit notes' },
  SH: { one: 'Shipment', many: 'Shipments' },
  RT: { one: 'Route', many: 'Routes' },
  PO: { one: 'Purchase order', many: 'Purchase orders' },
  GR: { one: 'Goods receipt', many: 'Goods receipts' },
  RTS: { one: 'Return to supplier', many: 'Returns to suppliers' },
  ADJ: { one: 'Stock adjustment', many: 'Stock adjustments' },
  TR: { one: 'Stock transfer', many: 'Stock transfers' },
  CNT: { one: 'Stock count', many: 'Stock counts' },
  KIT: { one: 'Kit order', many: 'Kit orders' },
  PRD: { one: 'Production run', many: 'Production runs' },
  RC: { one: 'Recall', many: 'Recalls' },
} as const satisfies Record<string, { one: string; many: string }>
export type NumberSeries = keyof typeof numberSeries
export const numberSeriesNames = Object.keys(numberSeries) as NumberSeries[]

const Prefix = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{1,8}$/, 'must have 1 to 8 letters or digits')

const seriesOf = <T>(value: (series: NumberSeries) => T) =>
  Object.fromEntries(numberSeriesNames.map((series) => [series, value(series)])) as Record<NumberSeries, T>

/** The prefix of each series. */
export const NumberPrefixes = z.strictObject(seriesOf(() => Prefix)).superRefine((prefixes, context) => {
  for (const [at, series] of numberSeriesNames.entries()) {
    const same = numberSeriesNames.slice(0, at).find((one) => prefixes[one] === prefixes[series])
    if (same) context.addIssue({ code: 'custom', path: [series], message: `is the prefix of ${spoken(same)}, too` })
  }
})
export type NumberPrefixes = z.output<typeof NumberPrefixes>
export const defaultPrefixes: NumberPrefixes = seriesOf((series) => series)

const spoken = (series: NumberSeries) => numberSeries[series].many.toLowerCase()

/** Why a series can't have a prefix that another series uses or has used. */
export const whyPrefixTaken = (owner: NumberSeries): string => `has been the prefix of ${spoken(owner)}`

/** SO-2026-000123, like the SQL in server/kernel/numbers.ts. */
export const formatNumber = (prefix: string, year: number, value: number): string =>
  `${prefix}-${year}-${String(value).padStart(6, '0')}`

const maxFirstNumber = 999_999_999
/** The first number of a series in its year: after those of another program, or 1 to undo that. */
export const FirstNumber = z
  .number('must be a whole number')
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(maxFirstNumber, `must be at most ${maxFirstNumber.toLocaleString('en')}`)

/** Why the first number of a year can't be changed any more, to follow the field's name; null if it can. */
export const whyFirstNumberFixed = (year: number, { first, value }: { first: number; value: number }): string | null =>
  value >= first ? `can’t be changed: numbers of ${year} up to ${value} have been used` : null
