export const shipmentStatuses = ['READY_FOR_SHIPPING', 'ON_THE_WAY', 'DELIVERED', 'FAILED_DELIVERY'] as const
export type ShipmentStatus = (typeof shipmentStatuses)[number]

export const shipmentStatusNames: Record<ShipmentStatus, string> = {
  READY_FOR_SHIPPING: 'Ready for shipping',
  ON_THE_WAY: 'On the way',
  DELIVERED: 'Delivered',
  FAILED_DELIVERY: 'Failed delivery',
}

export const shipmentMethods = ['own_driver', 'carrier', 'pick_up'] as const
export type ShipmentMethod = (typeof shipmentMethods)[number]
export const shipmentMethodNames: Record<ShipmentMethod, string> = {
  own_driver: 'Own driver',
  carrier: 'Carrier',
  pick_up: 'Pick-up by the customer',
}

export const deliveryFailures = [
  'CUSTOMER_ABSENT',
  'REFUSED',
  'WRONG_ADDRESS',
  'CLOSED',
  'DAMAGED',
  'COLD_CHAIN_BREACH',
  'VEHICLE_PROBLEM',
  'OTHER',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]
export const deliveryFailureNames: Record<DeliveryFailure, string> = {
  CUSTOMER_ABSENT: 'Customer absent',
  REFUSED: 'Refused',
  WRONG_ADDRESS: 'Wrong address',
  CLOSED: 'Closed',
  DAMAGED: 'Damaged',
  COLD_CHAIN_BREACH: 'Cold chain broken',
  VEHICLE_PROBLEM: 'Vehicle problem',
  OTHER: 'Other',
}

/** The same in the words for customers. */
export const deliveryFailureSentences: Record<DeliveryFailure, string> = {
  CUSTOMER_ABSENT: 'Nobody was there to receive it.',
  REFUSED: 'It was refused on arrival.',
  WRONG_ADDRESS: 'The address was wrong or could not be found.',
  CLOSED: 'Your premises were closed.',
  DAMAGED: 'The goods were damaged on the way.',
  COLD_CHAIN_BREACH: 'The goods did not stay cold on the way, so they were not handed over.',
  VEHICLE_PROBLEM: 'Our vehicle had a problem.',
  OTHER: 'Contact us to learn why.',
}

/** Statuses of open shipments and stops. */
export const openShipments: readonly ShipmentStatus[] = ['READY_FOR_SHIPPING', 'ON_THE_WAY']
