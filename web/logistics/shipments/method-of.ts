import type { ShipmentRow } from '#shared/logistics/shipments/shipment.ts'
import { shipmentMethodNames } from '#shared/logistics/shipments/shipment-status.ts'

/** "Own driver", or the carrier's name; undefined if not planned yet. */
export function methodOf({ method, carrier }: Pick<ShipmentRow, 'method' | 'carrier'>): string | undefined {
  if (!method) return undefined
  return method === 'carrier' && carrier ? carrier : shipmentMethodNames[method]
}
