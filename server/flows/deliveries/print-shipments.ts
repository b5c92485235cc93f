import { Refusal } from '#shared/http/refusal.ts'
import type { PackageLabelLayout, ShipmentDocumentKind } from '#shared/logistics/shipments/documents-api.ts'
import { packageKindNames } from '#shared/logistics/shipments/packages.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { renderDocuments } from '#server/documents/draw-document.ts'
import { renderPdf } from '#server/documents/render-pdf.ts'
import { type PackageLabel, packageLabelLayout } from '#server/logistics/shipments/package-labels.ts'
import { shipmentDocument } from '#server/logistics/shipments/shipment-documents.ts'
import { printedShipments, type PrintedShipment } from '#server/logistics/shipments/printed-shipments.ts'
import { getLetterhead, getSettings } from '#server/settings/settings.ts'

/** The delivery notes or packing slips of shipments as one file, in the order given. Throws NOT_FOUND. */
export async function drawShipments(db: Db | Tx, ids: readonly string[], kind: ShipmentDocumentKind) {
  const shipments = await printedShipments(db, ids)
  const content = await renderDocuments(
    shipments.map((shipment) => shipmentDocument(shipment, kind)),
    await getLetterhead(db),
  )
  const [first] = shipments
  return { name: shipments.length === 1 && first ? `${kind}-${first.number}.pdf` : `${kind}s.pdf`, content }
}

/** A label for each package. Throws NOT_FOUND, and NOT_READY if nothing is packed. */
export async function drawPackageLabels(
  db: Db | Tx,
  ids: readonly string[],
  layout: PackageLabelLayout,
  start: number,
): Promise<{ name: string; content: Buffer }> {
  const shipments = await printedShipments(db, ids)
  const { company } = await getSettings(db)
  const labels = shipments.flatMap((shipment) => labelsOf(shipment, company.name))
  if (labels.length === 0) throw new Refusal('NOT_READY', 'Nothing is packed yet. Add packages first.')
  if (labels.length > maxLabels) {
    throw new Refusal('LIMIT_REACHED', `${labels.length} labels at once; at most ${maxLabels} are printed together.`)
  }
  return { name: 'package-labels.pdf', content: await renderPdf(packageLabelLayout, [labels, layout, start]) }
}

/** Each label has a barcode: drawing more takes too long for a request. */
const maxLabels = 500

const labelsOf = (shipment: PrintedShipment, company: string): PackageLabel[] =>
  shipment.packages.map(({ number, kind, weight, isCold, sscc, code }) => ({
    company,
    customer: shipment.customer,
    address: [shipment.addressName, shipment.address, shipment.country].filter(Boolean).join('\n') || null,
    shipment: shipment.number,
    order: shipment.order,
    expectedDate: shipment.expectedDate,
    route: shipment.route,
    place: `${number} of ${shipment.packages.length}`,
    kind: packageKindNames[kind],
    weight,
    isCold,
    sscc,
    code,
  }))
