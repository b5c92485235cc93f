export const seesOrders = 'salesOrders.view'
export const sells = 'salesOrders.edit'
export const ships = 'shipping.edit'
/** The right for the kind in question is asked for inside the call. */
export const deletesSomething = [
  'purchaseOrders.delete',
  'inventory.delete',
  'rawmaterials.delete',
  'crm.delete',
  'salesOrders.delete',
  'invoices.delete',
  'shipping.delete',
  'routes.delete',
] as const
