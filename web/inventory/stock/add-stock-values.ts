import type { Call } from '#shared/http/route.ts'
import type { inventoryApi } from '#shared/inventory/stock/api.ts'
import { parseWrittenDate } from '#shared/written-date.ts'
import type { StockReason } from '#shared/inventory/stock/stock-reasons.ts'
import { reasonBody } from './stock-dialog-fields.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { parseDecimalInput } from '#web/ui/decimal-input.ts'

/** A lot to add or, without lot tracking, the quantity for one location. */
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

/** Whether the user has entered nothing in the row; the location is a default. */
export const isUntouchedLot = (lot: AddedLot) =>
  isBlankLot(lot) && lot.expiryDate === '' && !lot.noExpiry && lot.unitCost === ''

/** The indexes of the rows to send: blank rows are left out, unless all are blank. */
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

/** Maps a path of the request body to the form field that shows its error. */
export const addStockField = (path: string, values: AddStockValues): string =>
  path
    .replace(/^lots\.(\d+)/, (_, at: string) => `lots.${sentLots(values)[Number(at)] ?? at}`)
    .replace(/\.locationId$/, '.location')

/** A row pasted from a spreadsheet, with the name of its location. */
export type PastedLot = Omit<AddedLot, 'location'> & { locationName: string }

/** Parses pasted spreadsheet rows, in the column order of the table; null if the text has no tabs and so is ordinary input. */
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
  // A copied table may include its header row.
  const isHeading = read.length > 1 && read[0]?.quantity === null && read[1]?.quantity !== null
  return isHeading ? read.slice(1) : read
}

/** The earliest complete expiry date, with its lot; null if there is none. */
export function soonestOf(lots: readonly AddedLot[]): { date: string; lotNumber: string } | null {
  const typed = lots.filter(({ expiryDate, noExpiry }) => !noExpiry && /^[12]\d{3}-\d\d-\d\d$/.test(expiryDate))
  const [first] = typed.toSorted((a, b) => a.expiryDate.localeCompare(b.expiryDate))
  return first ? { date: first.expiryDate, lotNumber: lots.length > 1 ? first.lotNumber : '' } : null
}
