import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { widthsInPoints } from '#server/documents/document-parts.ts'
import { formatDay } from '#shared/format-day.ts'
import { compareNames } from '#shared/natural-order.ts'
import type { CountDocument, CountLine } from '#shared/inventory/counts/count.ts'

const grey = '#5c656a'
const rule = '#b9c0c3'
const margin = 36
const textWidth = 595.28 - 2 * margin
/** Less the width of the column borders. */
const sheetWidth = textWidth - 4
const qrWidth = 70
/** The company with the count's number, the counter, the page. */
const footWidths = [200, 260, textWidth - 460] as const

/** For `renderPdf`. */
export const countSheetLayout = { module: 'server/inventory/counts/count-sheet.ts', name: 'countSheet' }

/** The sheet of a count: goods by place, with room for counted quantities. It hides what a blind count hides. */
export function countSheet(count: CountDocument, lines: readonly CountLine[], company: string): TDocumentDefinitions {
  const withExpected = lines.some((line) => line.expected !== null)
  return {
    info: { title: `Count sheet ${count.number}`, author: company },
    pageMargins: [margin, 36, margin, 54],
    footer: (page, pages) => ({
      columns: [
        { text: `${company} · ${count.number}`, color: grey, width: footWidths[0] },
        { text: 'Counted by ______________________   Date ______________', alignment: 'center', width: footWidths[1] },
        { text: `${page} / ${pages}`, alignment: 'right', color: grey, width: footWidths[2] },
      ],
      margin: [36, 16, 36, 0],
      fontSize: 8,
    }),
    content: [
      {
        columns: [
          {
            // A fixed width, so that a long word is broken.
            width: textWidth - qrWidth - 12,
            stack: [
              { text: `Count sheet ${count.number}`, fontSize: 18, bold: true },
              { text: scopeWords(count), margin: [0, 4, 0, 0] },
              {
                text: `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}${count.blind ? ' · blind: count without looking it up' : ''}`,
                color: grey,
                margin: [0, 2, 0, 0],
              },
              ...(count.note ? [{ text: count.note, margin: [0, 6, 0, 0] } satisfies Content] : []),
            ],
          },
          // Scanning it opens the count.
          { qr: count.number, fit: 64, width: qrWidth, alignment: 'right' },
        ],
        columnGap: 12,
        margin: [0, 0, 0, 14],
      },
      ...byPlace(lines).map(([place, own]) => placeTable(count.location ? 'Product' : place, own, withExpected)),
    ],
  }
}

const scopeWords = ({ location, zone, category, abcClass }: CountDocument): string =>
  [location?.name, zone?.name, category?.name, abcClass && `Class ${abcClass}`].filter(Boolean).join(' · ')

const head = (text: string): TableCell => ({
  text,
  bold: true,
  fontSize: 8.5,
  color: grey,
  // Aligned with the figures.
  alignment: text === 'Expected' ? 'right' : 'left',
})

/** Lines grouped by location, both sorted by name. */
function byPlace(lines: readonly CountLine[]): [string, CountLine[]][] {
  const places = new Map<string, CountLine[]>()
  for (const line of lines.toSorted(inOrder))
    places.set(line.location.id, [...(places.get(line.location.id) ?? []), line])
  return [...places.values()].map((own) => [own[0]?.location.name ?? '', own])
}

const inOrder = (a: CountLine, b: CountLine) =>
  compareNames(a.location.name, b.location.name) ||
  compareNames(a.product.name, b.product.name) ||
  compareNames(a.lot.expiryDate ?? '', b.lot.expiryDate ?? '') ||
  compareNames(a.lot.lotNumber, b.lot.lotNumber)

/** The location's name is repeated above its products on every page. */
const placeTable = (first: string, lines: readonly CountLine[], withExpected: boolean): Content => ({
  table: {
    headerRows: 1,
    keepWithHeaderRows: 1,
    dontBreakRows: true,
    widths: widthsInPoints(withExpected ? ['*', 104, 56, 46, 52, 52] : ['*', 112, 56, 60, 60], sheetWidth),
    heights: (row) => (row === 0 ? 14 : 24),
    body: [
      [first, 'Lot', 'Expiry', ...(withExpected ? ['Expected'] : []), 'Counted', 'Again'].map(head),
      ...lines.map((line) => rowOf(line, withExpected)),
    ],
  },
  layout: {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0.5,
    hLineColor: () => rule,
    vLineColor: () => rule,
    fillColor: (row) => (row === 0 ? '#eef1f2' : null),
  },
  margin: [0, 0, 0, 12],
})

const rowOf = ({ product, lot, expected, isBeingPicked, picking }: CountLine, withExpected: boolean): TableCell[] => [
  {
    stack: [
      product.name,
      { text: product.sku, color: grey, fontSize: 8 },
      ...(isBeingPicked ? [{ text: pickingWords(picking), fontSize: 8 }] : []),
    ],
  },
  lot.id === product.id ? '' : lot.lotNumber,
  lot.expiryDate ? formatDay(lot.expiryDate) : '',
  ...(withExpected ? [{ text: expected?.toLocaleString('en') ?? '', alignment: 'right' as const }] : []),
  '',
  '',
]

/** In a blind count, without the number. */
const pickingWords = (picking: number | null): string =>
  `${picking?.toLocaleString('en') ?? 'Some'} ${picking === 1 ? 'is being picked: count it' : 'are being picked: count them'}, too, also on a trolley`
