import { parseDecimalInput } from '#web/ui/decimal-input.ts'

export type PastedRow = { sku: string; quantity: number | null }

/** Parses rows copied from a spreadsheet, `sku<TAB>quantity`; null if the text is not a table. */
export function parsePastedRows(text: string): PastedRow[] | null {
  const rows = text.split(/\r?\n/).filter((row) => row.trim() !== '')
  if (!rows.some((row) => row.includes('\t'))) return null
  const read = rows.map((row): PastedRow => {
    const [sku = '', amount = ''] = row.split('\t')
    const quantity = parseDecimalInput(amount)
    return { sku: sku.trim(), quantity: quantity === undefined ? null : Number(quantity) }
  })
  // A copied table may begin with a heading row.
  const isHeading = read.length > 1 && read[0]?.quantity === null && read[1]?.quantity !== null
  return (isHeading ? read.slice(1) : read).filter(({ sku }) => sku !== '')
}
