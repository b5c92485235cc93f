import { stringify } from 'csv-stringify/sync'
import readWorkbook from 'read-excel-file/node'
import { zip } from './zip-stream.ts'
import { ZipProblem, zipParts } from './zip-parts.ts'

/*
 * Runs in a process of its own: converts the first sheet of a workbook to CSV and exits, so that crashes and memory use don't
 * affect the server.
 */

const maxUnpackedBytes = 120 * 1024 * 1024
const maxCells = 3_000_000

async function sheetOf(content: Buffer): Promise<{ text: string; sheet: string } | { problem: string }> {
  const parts = zipParts(content, (name) => /\.(xml|rels)$/.test(name), maxUnpackedBytes)
  if (!parts.some(({ name }) => name === 'xl/workbook.xml')) return { problem: 'is not an Excel workbook' }
  // Zipped again with only these parts, so that the reader sees no others.
  const packed: Buffer[] = []
  for await (const piece of zip(parts.map((part) => ({ name: part.name, content: [part.content.toString('utf8')] }))))
    packed.push(piece)
  const [first] = await readWorkbook(Buffer.concat(packed))
  if (!first) return { problem: 'has no sheet' }
  const rows = first.data.map((row) => row.map(cellText))
  if (rows.reduce((sum, row) => sum + row.length, 0) > maxCells) return { problem: 'has too many cells' }
  return { text: stringify(rows), sheet: first.sheet }
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) {
    const moment = cell.toISOString()
    return moment.endsWith('T00:00:00.000Z') ? moment.slice(0, 10) : moment
  }
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  // 0.1 + 0.2 becomes 0.3, as the spreadsheet shows it.
  return typeof cell === 'number' ? plainNumber(cell) : String(cell)
}

const plainNumber = (value: number) =>
  Number.isInteger(value) ? value.toFixed(0) : String(Number(value.toPrecision(15)))

process.once('message', (content: Uint8Array) => {
  void sheetOf(Buffer.from(content))
    .catch((error: Error) => ({ problem: error instanceof ZipProblem ? error.message : 'is not a readable workbook' }))
    .then((reply) => process.send?.(reply, () => process.disconnect()))
})
process.send?.('ready')
