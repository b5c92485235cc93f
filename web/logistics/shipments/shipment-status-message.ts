import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { shipmentStatusNames } from '#shared/logistics/shipments/shipment-status.ts'

/** The toast after an action on a shipment. */
export const shipmentStatusMessage = ({ number, status }: Pick<Shipment, 'number' | 'status'>): string =>
  `${number} is ${shipmentStatusNames[status].toLowerCase()}`
