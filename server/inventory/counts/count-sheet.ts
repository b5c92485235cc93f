import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { formatDay } from '#server/documents/formats.ts'
import type { CountDocument, CountLine } from '#shared/inventory/counts/api.ts'

const grey = '#5c656a'
const rule = '#b9c0c3'

/** For `renderPdf`. */
export const countSheetLayout = { module: 'server/inventory/counts/count-sheet.ts', name: 'countSheet' }

/** A count on paper: what to look for where, with room for what is found. What the server keeps back is not on it either. */
export function countSheet(count: CountDocument, lines: readonly CountLine[], company: string): TDocumentDefinitions {
  const withExpected = lines.some((line) => line.expected !== null)
  return {
    info: { title: `Count sheet ${count.number}`, author: company },
    pageMargins: [36, 36, 36, 54],
    footer: (page, pages) => ({
      columns: [
        { text: `${company} · ${count.number}`, color: grey },
        { text: 'Counted by ______________________   Date ______________', alignment: 'center', width: 260 },
        { text: `${page} / ${pages}`, alignment: 'right', color: grey },
      ],
      margin: [36, 16, 36, 0],
      fontSize: 8,
    }),
    content: [
      {
        columns: [
          [
            { text: `Count sheet ${count.number}`, fontSize: 18, bold: true },
            { text: scopeWords(count), margin: [0, 4, 0, 0] },
            {
              text: `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}${count.blind ? ' · blind: count without looking it up' : ''}`,
              color: grey,
              margin: [0, 2, 0, 0],
            },
            ...(count.note ? [{ text: count.note, margin: [0, 6, 0, 0] } satisfies Content] : []),
          ],
          // Scanned, it opens the count.
          { qr: count.number, fit: 64, width: 70, alignment: 'right' },
        ],
        margin: [0, 0, 0, 14],
      },
      {
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: withExpected ? ['*', 110, 62, 46, 56, 56] : ['*', 120, 66, 64, 64],
          heights: (row) => (row === 0 ? 14 : 24),
          body: [
            ['Product', 'Lot', 'Expiry', ...(withExpected ? ['Expected'] : []), 'Counted', 'Again'].map(head),
            ...groupedRows(lines, withExpected),
          ],
        },
        layout: {
          hLineWidth: () => 0.5,
          vLineWidth: () => 0.5,
          hLineColor: () => rule,
          vLineColor: () => rule,
        },
      },
    ],
  }
}

const scopeWords = ({ location, zone, category, abcClass }: CountDocument): string =>
  [location?.name, zone?.name, category?.name, abcClass && `Class ${abcClass}`].filter(Boolean).join(' · ')

const head = (text: string): TableCell => ({ text, bold: true, fontSize: 8.5, color: grey })

/** The rows with a heading wherever another location begins. */
function groupedRows(lines: readonly CountLine[], withExpected: boolean): TableCell[][] {
  const columns = withExpected ? 6 : 5
  return lines.flatMap((line, at) => {
    const isNewPlace = line.location.id !== lines[at - 1]?.location.id
    const heading: TableCell[] = [
      { text: line.location.name, bold: true, colSpan: columns, fillColor: '#eef1f2' },
      ...Array.from({ length: columns - 1 }, () => ''),
    ]
    const hasLot = line.lot.id !== line.product.id
    const row: TableCell[] = [
      { stack: [line.product.name, { text: line.product.sku, color: grey, fontSize: 8 }] },
      hasLot ? line.lot.lotNumber : '',
      line.lot.expiryDate ? formatDay(line.lot.expiryDate) : '',
      ...(withExpected ? [{ text: line.expected?.toLocaleString('en') ?? '', alignment: 'right' as const }] : []),
      '',
      '',
    ]
    return isNewPlace ? [heading, row] : [row]
  })
}
