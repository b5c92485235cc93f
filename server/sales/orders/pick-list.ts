import { parseOwnCode } from '#shared/codes/own-codes.ts'
import type { DocumentCell, DocumentContent } from '#server/documents/document-content.ts'
import { formatDay } from '#shared/format-day.ts'
import { formatFigure } from '#server/documents/formats.ts'
import type { PickedOrder, PickLine } from './pick-lines.ts'

/** The pick list, in walking order through the warehouse; `codes` are the texts below the barcodes, by lot. */
export function pickListContent(order: PickedOrder, codes: ReadonlyMap<string, string>): DocumentContent {
  const { number, customer, shipTo, reference, requestedDate, deliveryNote, hold, lines } = order
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0)
  const places = new Set(lines.map(placeOf)).size
  return {
    name: `Pick list ${number}`,
    heading: 'Pick list',
    number,
    foot: number,
    blocks: [
      ['Ship to', [customer, shipTo.name, shipTo.address, shipTo.country]],
      [
        'Details',
        [
          requestedDate && `Requested for ${formatDay(requestedDate)}`,
          reference && `Customer’s reference ${reference}`,
          `${count(lines.length, 'line')}, ${formatFigure(String(pieces), 0)} units, ${count(places, 'place')}`,
          hold && `On hold: ${hold}`,
        ],
      ],
      ...(deliveryNote ? [['Delivery', [deliveryNote]] as const] : []),
    ],
    columns: [
      { name: 'Item', width: '*' },
      { name: 'Lot', width: 92 },
      { name: 'Scan', width: 46 },
      { name: 'Quantity', width: 60, isFigure: true },
      { name: 'Picked', width: 52, isFigure: true },
    ],
    lines: [],
    groups: groupsOf(lines).map(([heading, group]) => ({
      heading,
      lines: group.map((line) => cellsOf(line, codes.get(line.lotId) ?? '')),
    })),
    isNumbered: true,
    sums: [],
    closing: 'Picked by, date  ____________________________________________',
  }
}

const count = (number: number, word: string) => `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`
const placeOf = ({ location, zone }: PickLine) => (zone ? `${location} · ${zone}` : location)

/** Groups the lines by place; they are sorted by it already. */
function groupsOf(lines: readonly PickLine[]): [string, PickLine[]][] {
  const groups = new Map<string, PickLine[]>()
  for (const line of lines) groups.set(placeOf(line), [...(groups.get(placeOf(line)) ?? []), line])
  return [...groups]
}

const cellsOf = ({ name, sku, lotId, lotNumber, expiryDate, quantity }: PickLine, code: string): DocumentCell[] => [
  // Our own codes are for scanners only.
  { text: name, note: parseOwnCode(code) ? sku : `${sku} · ${code}` },
  { text: lotNumber ?? '–', note: expiryDate && `exp. ${formatDay(expiryDate)}` },
  { image: lotId, width: 34 },
  formatFigure(String(quantity), 0),
  '______',
]
