import type { Cell } from '#server/delivery/exported-list.ts'
import { csvText, type Figure } from './csv-text.ts'
import { zip } from './zip-stream.ts'

export type TableFormat = 'csv' | 'xlsx'
export const tableTypes: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

type Batches = AsyncIterable<readonly (readonly Cell[])[]>

/** Streams a table as a file; only one batch of rows is in memory. */
export function tableFile(format: TableFormat, name: string, header: readonly string[], rows: Batches) {
  return format === 'csv' ? csv(header, rows) : xlsx(name, header, rows)
}

async function* csv(header: readonly string[], batches: Batches): AsyncGenerator<Buffer> {
  // With a byte order mark, so that Excel reads it as UTF-8.
  yield Buffer.from(csvText([header], { bom: true }))
  for await (const rows of batches) yield Buffer.from(csvText(rows.map((cells) => cells.map(csvCell))))
}

function csvCell(cell: Cell): string | Figure {
  if (typeof cell === 'string') return cell
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  return { figure: typeof cell === 'number' ? String(cell) : cell.amount }
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaging = 'http://schemas.openxmlformats.org/package/2006'

/** Excel refuses names of sheets with more characters, or with these. */
const sheetName = (name: string) => name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31)

function xlsx(name: string, header: readonly string[], batches: Batches): AsyncGenerator<Buffer> {
  const part = (kind: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml`
  return zip([
    {
      name: '[Content_Types].xml',
      content: [
        `${xml}<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${part('sheet.main')}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${part('worksheet')}"/><Override PartName="/xl/styles.xml" ContentType="${part('styles')}"/></Types>`,
      ],
    },
    {
      name: '_rels/.rels',
      content: [
        `${xml}<Relationships xmlns="${packaging}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
    },
    {
      name: 'xl/workbook.xml',
      content: [
        `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escape(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [
        `${xml}<Relationships xmlns="${packaging}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
      ],
    },
    {
      name: 'xl/styles.xml',
      content: [
        // Cell styles: 0 plain, 1 the header, 2 date and time
        `${xml}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
      ],
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet(header, batches) },
  ])
}

async function* sheet(header: readonly string[], batches: Batches): AsyncGenerator<string> {
  const letters = header.map((_, at) => columnName(at))
  let row = 1
  const line = (cells: readonly string[]) => {
    const written = `<row r="${row}">${cells.join('')}</row>`
    row += 1
    return written
  }
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
  yield line(header.map((text, at) => textCell(`${letters[at]}${row}`, text, ' s="1"')))
  for await (const rows of batches)
    yield rows.map((cells) => line(cells.map((cell, at) => xlsxCell(`${letters[at]}${row}`, cell)))).join('')
  yield '</sheetData></worksheet>'
}

/** 0 → A, 25 → Z, 26 → AA. */
const columnName = (at: number): string =>
  (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCodePoint(65 + (at % 26))

const dayMs = 86_400_000
/** Days since 30 December 1899, as spreadsheets count. */
const serialOf = (moment: Date) => moment.getTime() / dayMs + 25_569

const textCell = (place: string, text: string, style = '') =>
  `<c r="${place}" t="inlineStr"${style}><is><t xml:space="preserve">${escape(text)}</t></is></c>`

function xlsxCell(place: string, cell: Cell): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') return textCell(place, cell)
  if (typeof cell === 'boolean') return textCell(place, cell ? 'Yes' : 'No')
  if (cell instanceof Date) return `<c r="${place}" s="2"><v>${serialOf(cell)}</v></c>`
  return `<c r="${place}"><v>${typeof cell === 'number' ? cell : cell.amount}</v></c>`
}

// oxlint-disable-next-line no-control-regex -- XML can't represent them
const unsayable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const escape = (text: string) =>
  text
    .replace(unsayable, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
