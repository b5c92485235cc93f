import { stringify } from 'csv-stringify/sync'
import { deliveryColumnKeys, deliveryColumns } from '#shared/imports/delivery-columns.ts'
import type { Db } from '#server/db/database.ts'
import { type CsvRow, openCsv } from './csv-file.ts'
import { examine } from './import-findings.ts'
import { getFile } from './import-rows.ts'

const problemColumn = 'Problem'
/** Cells that a spreadsheet would calculate get an apostrophe, which the import takes off again. */
const options = { bom: true, escape_formulas: true } as const

/** The refused rows of an import as they stand in the file, with what is wrong in one more column. To mend and upload again. */
export async function errorFile(db: Db, id: string): Promise<{ fileName: string; text: string }> {
  const { fileName, content, mapping } = await getFile(db, id)
  const { problems } = await examine(db, content, mapping)
  const words = new Map<number, string[]>()
  for (const { row, column, message } of problems) {
    const told = words.get(row) ?? []
    told.push(column ? `${column} ${message}` : `The row ${message}`)
    words.set(row, told)
  }
  const file = openCsv(content)
  // A mended error file has the column of its own first time still.
  const width = file.columns.at(-1) === problemColumn ? file.columns.length - 1 : file.columns.length
  const rows: string[][] = []
  for await (const row of file.rows()) {
    const told = words.get(row.row)
    if (told) rows.push([...cellsOf(row, width), told.join('; ')])
  }
  const header = [...file.columns.slice(0, width), problemColumn]
  return {
    fileName: `${fileName.replace(/\.[^.]*$/, '')}-problems.csv`,
    text: stringify([header, ...rows], { ...options, delimiter: file.delimiter }),
  }
}

const cellsOf = ({ cells }: CsvRow, width: number) => Array.from({ length: width }, (_, at) => cells[at] ?? '')

const example: Partial<Record<(typeof deliveryColumnKeys)[number], string>> = {
  lineId: '1',
  orderNumber: 'PO-1001',
  deliveryNumber: 'DN-2001',
  country: 'Kenya',
  projectCode: 'NBO-01',
  scheduledDate: '2026-03-02',
  deliveredDate: '2026-03-05',
  productGroup: 'ARV',
  subClassification: 'Adult',
  vendor: 'Example Pharma Ltd',
  manufacturingSite: 'Example Pharma, Plant 1',
  itemDescription: 'Efavirenz 600mg, tablets, 30 Tabs',
  brand: 'Generic',
  dosage: '600mg',
  packSize: '30',
  quantity: '500',
  packPrice: '3.20',
  lineValue: '1600.00',
  shipmentMode: 'Air',
  weight: '45',
  freight: '310.50',
}

/** The columns of a delivery history with one row that can be imported. */
export const templateFile = (): string =>
  stringify(
    [deliveryColumnKeys.map((key) => deliveryColumns[key].name), deliveryColumnKeys.map((key) => example[key] ?? '')],
    options,
  )
