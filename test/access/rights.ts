export const seesOrders = 'salesOrders.view'
export const sells = 'salesOrders.edit'
export const ships = 'shipping.edit'
/** The permission for the kind of record is checked inside the handler. */
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
