import type { Db } from '#server/db/database.ts'
import { csvText } from '#server/files/csv-text.ts'
import { type CsvRow, openCsv } from './csv-file.ts'
import type { ImportKind } from './import-kind.ts'
import { getFile } from './import-rows.ts'

const problemColumn = 'Problem'

/** The refused rows of an import as in the file, with their problems in an additional column, to be corrected and uploaded again. */
export async function errorFile(db: Db, kind: ImportKind, id: string): Promise<{ fileName: string; text: string }> {
  const stored = await getFile(db, id)
  const { fileName, content } = stored
  const { problems } = await kind.examine(db, stored)
  const words = new Map<number, string[]>()
  for (const { row, column, message } of problems) {
    const messages = words.get(row) ?? []
    messages.push(column ? `${column} ${message}` : `The row ${message}`)
    words.set(row, messages)
  }
  const file = openCsv(content, kind.columns)
  // A corrected error file still has the problem column.
  const width = file.columns.at(-1) === problemColumn ? file.columns.length - 1 : file.columns.length
  const rows: string[][] = []
  for await (const row of file.rows()) {
    const messages = words.get(row.row)
    if (messages) rows.push([...cellsOf(row, width), messages.join('; ')])
  }
  const header = [...file.columns.slice(0, width), problemColumn]
  return {
    fileName: `${fileName.replace(/\.[^.]*$/, '')}-problems.csv`,
    text: csvText([header, ...rows], { bom: true, delimiter: file.delimiter }),
  }
}

const cellsOf = ({ cells }: CsvRow, width: number) => Array.from({ length: width }, (_, at) => cells[at] ?? '')

/** The columns with one valid example row. */
export const templateFile = ({ columns: { keys, columns }, example }: ImportKind): string =>
  csvText([keys.map((key) => columns[key]?.name ?? key), keys.map((key) => example[key] ?? '')], { bom: true })
