import type { Call } from '#shared/http/route.ts'
import type { inventoryApi } from '#shared/inventory/stock/api.ts'
import { parseWrittenDate } from '#shared/written-date.ts'
import type { StockReason } from '#shared/inventory/stock/stock-reasons.ts'
import { reasonBody } from './stock-dialog-fields.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { parseDecimalInput } from '#web/ui/decimal-input.ts'

/** A lot that arrives, or what goes to one location. */
export type AddedLot = {
  lotNumber: string
  expiryDate: string
  noExpiry: boolean
  quantity: number | null
  location: ComboboxOption | null
  unitCost: string
}
export type AddStockValues = { reason: StockReason | ''; customReason: string; lots: AddedLot[] }

export const blankLot = (location: ComboboxOption | null): AddedLot => ({
  lotNumber: '',
  expiryDate: '',
  noExpiry: false,
  quantity: null,
  location,
  unitCost: '',
})

export const isBlankLot = ({ lotNumber, quantity }: AddedLot) => lotNumber === '' && quantity === null

/** A row in which nothing was typed yet; its location is suggested. */
export const isUntouchedLot = (lot: AddedLot) =>
  isBlankLot(lot) && lot.expiryDate === '' && !lot.noExpiry && lot.unitCost === ''

/** The rows that will be sent, by their place in the form: blank ones are left out while there is another. */
function sentLots({ lots }: AddStockValues): number[] {
  const filled = lots.flatMap((lot, at) => (isBlankLot(lot) ? [] : [at]))
  return filled.length > 0 ? filled : [0]
}

export type AddStockBody = Call<(typeof inventoryApi.addStockLots)['spec']>['body']

export const addStockBody = (values: AddStockValues) => ({
  ...reasonBody(values),
  lots: sentLots(values).map((at) => {
    const { lotNumber, expiryDate, noExpiry, quantity, location, unitCost } = values.lots[at] ?? blankLot(null)
    return {
      quantity: quantity as number,
      ...(location && { locationId: location.id }),
      lotNumber,
      ...(noExpiry ? { noExpiry } : { expiryDate: expiryDate || null }),
      ...(unitCost && { unitCost }),
    }
  }),
})

/** The field in which a part of the body was typed. */
export const addStockField = (path: string, values: AddStockValues): string =>
  path
    .replace(/^lots\.(\d+)/, (_, at: string) => `lots.${sentLots(values)[Number(at)] ?? at}`)
    .replace(/\.locationId$/, '.location')

/** A row as a spreadsheet copies it, with the name of its location. */
export type PastedLot = Omit<AddedLot, 'location'> & { locationName: string }

/** Rows of a spreadsheet in the order of the columns of the table; null when the text is no table but something to type. */
export function parsePastedLots(text: string, hasLots: boolean): PastedLot[] | null {
  const rows = text.split(/\r?\n/).filter((row) => row.trim() !== '')
  if (!rows.some((row) => row.includes('\t'))) return null
  const read = rows.map((row): PastedLot => {
    const cells = row.split('\t').map((cell) => cell.trim())
    const [lotNumber = '', day = '', quantity = '', locationName = '', cost = ''] = hasLots ? cells : ['', '', ...cells]
    const pieces = parseDecimalInput(quantity)
    return {
      lotNumber,
      expiryDate: parseWrittenDate(day) ?? '',
      noExpiry: false,
      quantity: pieces === undefined ? null : Number(pieces),
      locationName,
      unitCost: parseDecimalInput(cost) ?? '',
    }
  })
  // Headings come along when a whole table is copied.
  const isHeading = read.length > 1 && read[0]?.quantity === null && read[1]?.quantity !== null
  return isHeading ? read.slice(1) : read
}

/** The soonest of the days that are typed whole, with its lot; null where there is none. */
export function soonestOf(lots: readonly AddedLot[]): { date: string; lotNumber: string } | null {
  const typed = lots.filter(({ expiryDate, noExpiry }) => !noExpiry && /^[12]\d{3}-\d\d-\d\d$/.test(expiryDate))
  const [first] = typed.toSorted((a, b) => a.expiryDate.localeCompare(b.expiryDate))
  return first ? { date: first.expiryDate, lotNumber: lots.length > 1 ? first.lotNumber : '' } : null
}
