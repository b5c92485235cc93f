import type { shelfUnits } from '#shared/portal/shelf-api.ts'
import type { FoundProduct } from '#shared/portal/shelf-products-api.ts'
import { maxQuantity } from '#shared/quantity.ts'
import { parseDecimalInput } from '#web/ui/decimal-input.ts'

type Unit = (typeof shelfUnits)[number]

/** A row of a pasted table: cells that may name its product, and its par level. */
export interface PastedPar {
  /** Row number in the spreadsheet, from 1. */
  row: number
  names: string[]
  par: number | null
  /** Null if the table has no unit. */
  unit: Unit | null
  unknownUnit?: string
}

const parHeading = /\bpar\b|level|target|quantity|qty|stock|amount/i
const unitHeading = /^(par )?unit|counted in|uom|^packs?$/i
const nameHeading = /sku|code|article|item|product|name|description|barcode|gtin/i
const units: Record<Unit, RegExp> = {
  piece: /^(pieces?|pcs?\.?|each|ea\.?|units?|st(ück|k)?\.?)$/i,
  pack: /^(packs?|packages?|pk|boxe?s?|bx|cases?|cs|cartons?|ctn)\.?$/i,
}

const numberOf = (cell: string | undefined) => {
  const read = cell === undefined ? undefined : parseDecimalInput(cell)
  return read === undefined ? null : Number(read)
}
const unitOf = (cell: string): Unit | null => (units.piece.test(cell) ? 'piece' : units.pack.test(cell) ? 'pack' : null)

/** Splits pasted text into cells, separated by tabs (spreadsheets) or semicolons (files). */
function cellsOf(text: string): string[][] {
  const lines = text.split(/\r?\n/)
  const separator = lines.some((line) => line.includes('\t')) ? '\t' : ';'
  return lines.map((line) =>
    line.split(separator).map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    ),
  )
}

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell === '')

/** Whether text pasted into a field is a table rather than a single value. */
export const isPastedTable = (text: string) =>
  text.includes('\t') ||
  text
    .trim()
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '').length > 1

/** Parses a single pasted column of numbers; null if the text is anything else. */
export function parseParColumn(text: string): { row: number; par: number }[] | null {
  const cells = cellsOf(text).map((line, at) => ({ row: at + 1, line }))
  const filled = cells.filter(({ line }) => !isEmpty(line))
  const isHeading = filled.length > 1 && parHeading.test(filled[0]?.line[0] ?? '')
  const read = (isHeading ? filled.slice(1) : filled).map(({ row, line }) => ({
    row,
    par: line.length === 1 ? numberOf(line[0]) : null,
  }))
  return read.length > 0 && read.every((one): one is { row: number; par: number } => one.par !== null) ? read : null
}

/** Parses rows of SKU or name, par level and optional unit; headings identify columns in another order. */
export function parsePars(text: string): PastedPar[] {
  const rows = cellsOf(text)
    .map((cells, at) => ({ row: at + 1, cells }))
    .filter(({ cells }) => !isEmpty(cells))
  const first = rows[0]?.cells ?? []
  // A heading row contains no numbers.
  const isHeading = rows.length > 1 && first.every((cell) => numberOf(cell) === null) && first.some(isHeadingCell)
  const parAt = isHeading ? first.findIndex((cell) => parHeading.test(cell) && !nameHeading.test(cell)) : -1
  const unitAt = isHeading ? first.findIndex((cell) => unitHeading.test(cell) && !parHeading.test(cell)) : -1
  const named = isHeading ? first.flatMap((cell, at) => (nameHeading.test(cell) ? [at] : [])) : []
  return (isHeading ? rows.slice(1) : rows).map(({ row, cells }) => {
    const par = parAt >= 0 ? parAt : cells.findIndex((cell, at) => at > 0 && numberOf(cell) !== null)
    const end = par < 0 ? cells.length : par
    const from = named.length > 0 ? named.map((at) => cells[at] ?? '') : cells.slice(0, end)
    // The column after the par level is the unit, unless it has another heading.
    const hasUnitBeside = par >= 0 && !(isHeading && first[par + 1])
    const unit = (unitAt >= 0 ? cells[unitAt] : hasUnitBeside ? cells[par + 1] : '') ?? ''
    return {
      row,
      names: from.filter((cell) => cell !== ''),
      par: numberOf(cells[par]),
      unit: unitOf(unit),
      ...(unit !== '' && unitOf(unit) === null && { unknownUnit: unit }),
    }
  })
}

const isHeadingCell = (cell: string) => parHeading.test(cell) || nameHeading.test(cell) || unitHeading.test(cell)

/** A par level to be applied to the shelf, in pieces. */
export interface ReadPar {
  productId: string
  name: string
  par: number
  /** Null keeps the current unit. */
  unit: Unit | null
  /** The number of packs in the table, if it counted in packs. */
  packs?: { count: number; size: number }
}

/** Converts pasted rows to par levels, with a message for each row that can't be used. `find` looks up a product by name. */
export function readPars(pasted: readonly PastedPar[], find: (name: string) => readonly FoundProduct[]) {
  const pars: ReadPar[] = []
  const problems: string[] = []
  for (const { row, names, par, unit, unknownUnit } of pasted) {
    const nameText = names.map((name) => `“${name}”`).join(', ')
    const answers = names.map(find).filter((one) => one.length > 0)
    const [product, second] = answers.find((one) => one.length === 1) ?? answers[0] ?? []
    const problem = (what: string) => problems.push(`Row ${row}${nameText && `, ${nameText}`}: ${what}`)
    if (names.length === 0) problem('names no product')
    else if (!product) problem('no product has this SKU, barcode or name')
    else if (second) problem('several products are called so; use the SKU')
    else if (unknownUnit) problem(`the unit “${unknownUnit}” is neither pieces nor packs`)
    else if (pars.some((one) => one.productId === product.id)) problem('this product is in a row above already')
    else {
      const pieces = par === null ? null : unit === 'pack' ? par * product.packSize : par
      if (pieces === null) problem('has no par level')
      else if (!Number.isInteger(pieces) || pieces < 1 || pieces > maxQuantity)
        problem('the par level must be a whole number above 0')
      else
        pars.push({
          productId: product.id,
          name: product.name,
          par: pieces,
          unit,
          ...(unit === 'pack' && { packs: { count: par ?? 0, size: product.packSize } }),
        })
    }
  }
  return { pars, problems }
}

/** Applies a pasted column to consecutive lines of the shelf. */
export function readParColumn(
  column: readonly { row: number; par: number }[],
  lines: readonly { productId: string; name: string }[],
) {
  const pars: ReadPar[] = []
  const problems: string[] = []
  for (const [at, { row, par }] of column.entries()) {
    const line = lines[at]
    if (!line) problems.push(`Row ${row}: the shelf has no line for it`)
    else if (!Number.isInteger(par) || par < 1 || par > maxQuantity)
      problems.push(`Row ${row}, “${line.name}”: the par level must be a whole number above 0`)
    else pars.push({ productId: line.productId, name: line.name, par, unit: null })
  }
  return { pars, problems }
}
