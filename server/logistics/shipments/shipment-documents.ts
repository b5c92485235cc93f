import { packageKindNames } from '#shared/logistics/shipments/packages.ts'
import type { ShipmentLine } from '#shared/logistics/shipments/shipment.ts'
import { type ShipmentDocumentKind, shipmentDocumentNames } from '#shared/logistics/shipments/documents-api.ts'
import type { DocumentCell, DocumentContent } from '#server/documents/document-content.ts'
import { formatDay } from '#shared/format-day.ts'
import { formatFigure } from '#server/documents/formats.ts'
import type { PrintedShipment } from './printed-shipments.ts'

/** The document that goes with the goods: a delivery note for the receiver, or a packing slip for the packer. */
export const shipmentDocument = (shipment: PrintedShipment, kind: ShipmentDocumentKind): DocumentContent =>
  kind === 'delivery-note' ? deliveryNote(shipment) : packingSlip(shipment)

/** What the customer signs for: every lot with its expiry date and remaining days. */
function deliveryNote(shipment: PrintedShipment): DocumentContent {
  return {
    ...frame(shipment, 'delivery-note'),
    columns: [
      { name: 'Item', width: '*' },
      { name: 'Lot', width: 90, isSmall: true },
      { name: 'Expires', width: 74, isSmall: true },
      { name: 'Days left', width: 50, isFigure: true },
      { name: 'Quantity', width: 54, isFigure: true },
    ],
    lines: shipment.lines.map((line) => [...lotCells(line), formatFigure(String(line.quantity), 0)]),
    closing:
      'Goods received complete and undamaged:\n\n\nName, date, signature  ____________________________________________',
  }
}

/** The contents of each package. */
function packingSlip(shipment: PrintedShipment): DocumentContent {
  const lines = new Map(shipment.lines.map((line) => [line.id, line]))
  const packed = shipment.packages.flatMap((one) =>
    one.contents.flatMap(({ lineId, quantity }): DocumentCell[][] => {
      const line = lines.get(lineId)
      if (!line) return []
      return [[String(one.number), ...lotCells(line), formatFigure(String(quantity), 0)]]
    }),
  )
  const isIn = (id: string) =>
    shipment.packages.reduce(
      (sum, { contents }) => sum + contents.reduce((part, one) => part + (one.lineId === id ? one.quantity : 0), 0),
      0,
    )
  const loose = shipment.lines.flatMap((line): DocumentCell[][] => {
    const left = line.quantity - isIn(line.id)
    return left > 0 ? [[...(packed.length > 0 ? ['–'] : []), ...lotCells(line), formatFigure(String(left), 0)]] : []
  })
  const packages = shipment.packages.map(
    ({ number, kind, weight, isCold, code }) =>
      `${number}: ${packageKindNames[kind]}${weight ? `, ${weight} kg` : ''}${isCold ? ', keep cold' : ''} (${code})`,
  )
  return {
    ...frame(shipment, 'packing-slip'),
    columns: [
      ...(packed.length > 0 ? [{ name: 'Package', width: 48 }] : []),
      { name: 'Item', width: '*' },
      { name: 'Lot', width: 84, isSmall: true },
      { name: 'Expires', width: 70, isSmall: true },
      { name: 'Days left', width: 50, isFigure: true },
      { name: 'Quantity', width: 54, isFigure: true },
    ],
    lines: [...packed, ...loose],
    notes: packages.length > 0 ? `Packages\n${packages.join('\n')}` : null,
  }
}

const lotCells = ({ product, lot }: ShipmentLine): DocumentCell[] => [
  { text: product.name, note: product.sku },
  lot.isNone ? '–' : lot.number,
  lot.expiryDate ? formatDay(lot.expiryDate) : '–',
  lot.remainingDays === null ? '–' : formatFigure(String(lot.remainingDays), 0),
]

function frame(shipment: PrintedShipment, kind: ShipmentDocumentKind) {
  const { number, carrier, trackingNumber, packages } = shipment
  const heading = shipmentDocumentNames[kind]
  const isCold = packages.some((one) => one.isCold)
  return {
    name: `${heading} ${number}`,
    heading,
    number,
    foot: number,
    blocks: [
      ['Deliver to', [shipment.customer, shipment.addressName, shipment.address, shipment.country, shipment.phone]],
      [
        'Details',
        [
          `Order ${shipment.order}`,
          shipment.reference && `Your reference ${shipment.reference}`,
          shipment.expectedDate && `Expected ${formatDay(shipment.expectedDate)}`,
          packages.length > 0 && (packages.length === 1 ? '1 package' : `${packages.length} packages`),
          Number(shipment.weight) > 0 && `${shipment.weight} kg`,
          isCold && 'Keep cold',
        ],
      ],
      [
        'Delivery',
        [
          shipment.route && `Route ${shipment.route}`,
          carrier,
          trackingNumber && `Tracking ${trackingNumber}`,
          shipment.deliveryNote,
          shipment.instruction,
        ],
      ],
    ],
    isNumbered: kind === 'delivery-note',
    sums: [],
  } satisfies Partial<DocumentContent>
}
