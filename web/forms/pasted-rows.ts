import { parseDecimalInput } from '#web/ui/decimal-input.ts'

export type PastedRow = { sku: string; quantity: number | null }

/** Rows as a spreadsheet copies them, `sku<TAB>quantity`; null when the text is no table but something to type. */
export function parsePastedRows(text: string): PastedRow[] | null {
  const rows = text.split(/\r?\n/).filter((row) => row.trim() !== '')
  if (!rows.some((row) => row.includes('\t'))) return null
  const read = rows.map((row): PastedRow => {
    const [sku = '', amount = ''] = row.split('\t')
    const quantity = parseDecimalInput(amount)
    return { sku: sku.trim(), quantity: quantity === undefined ? null : Number(quantity) }
  })
  // Headings come along when a whole table is copied.
  const isHeading = read.length > 1 && read[0]?.quantity === null && read[1]?.quantity !== null
  return (isHeading ? read.slice(1) : read).filter(({ sku }) => sku !== '')
}
