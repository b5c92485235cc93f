import type { Found } from '#shared/inventory/lots/scan-api.ts'
import { paths } from '#web/paths.ts'

/** The page of a scanned record. */
export function pathOfResult({ type, id }: Found): string {
  if (type === 'product') return paths.product(id)
  if (type === 'kit') return paths.kit(id)
  if (type === 'rawMaterial') return paths.rawMaterial(id)
  if (type === 'lot') return paths.lot(id)
  if (type === 'location') return paths.location(id)
  if (type === 'shipment') return paths.shipment(id)
  if (type === 'stockCount') return paths.stockCount(id)
  if (type === 'purchaseOrder') return paths.purchaseOrder(id)
  if (type === 'transfer') return paths.stockTransfer(id)
  if (type === 'kitOrder') return paths.kitOrder(id)
  return type === 'invoice' ? paths.invoice(id) : paths.order(id)
}

export const foundTypeNames: Record<Found['type'], string> = {
  product: 'Product',
  kit: 'Kit',
  rawMaterial: 'Raw material',
  lot: 'Lot',
  location: 'Location',
  salesOrder: 'Sales order',
  invoice: 'Invoice',
  stockCount: 'Stock count',
  shipment: 'Shipment',
  purchaseOrder: 'Purchase order',
  transfer: 'Stock transfer',
  kitOrder: 'Kit order',
}
