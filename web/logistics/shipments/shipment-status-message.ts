import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { shipmentStatusNames } from '#shared/logistics/shipments/shipment-status.ts'

/** What a toast says once something was done with a shipment. */
export const shipmentStatusMessage = ({ number, status }: Pick<Shipment, 'number' | 'status'>): string =>
  `${number} is ${shipmentStatusNames[status].toLowerCase()}`
