import type { Module } from '#shared/access/roles.ts'

/** All kinds that can be deleted and restored: their names, and the module whose delete right restores and purges them. */
export const deletedKinds = {
  product: { label: 'Product', module: 'inventory' },
  rawMaterial: { label: 'Raw material', module: 'rawmaterials' },
  kit: { label: 'Kit', module: 'inventory' },
  stockTransfer: { label: 'Stock transfer', module: 'inventory' },
  kitOrder: { label: 'Kit order', module: 'inventory' },
  category: { label: 'Category', module: 'inventory' },
  attribute: { label: 'Attribute', module: 'inventory' },
  location: { label: 'Location', module: 'inventory' },
  serviceType: { label: 'Service type', module: 'inventory' },
  zone: { label: 'Zone', module: 'inventory' },
  supplier: { label: 'Supplier', module: 'crm' },
  customer: { label: 'Customer', module: 'crm' },
  prospect: { label: 'Prospect', module: 'crm' },
  estimate: { label: 'Estimate', module: 'salesOrders' },
  opportunity: { label: 'Sales opportunity', module: 'crm' },
  contact: { label: 'Contact', module: 'crm' },
  salesOrder: { label: 'Sales order', module: 'salesOrders' },
  invoice: { label: 'Invoice', module: 'invoices' },
  purchaseOrder: { label: 'Purchase order', module: 'purchaseOrders' },
  shipment: { label: 'Shipping record', module: 'shipping' },
  route: { label: 'Route', module: 'routes' },
  vehicle: { label: 'Vehicle', module: 'routes' },
} as const satisfies Record<string, { label: string; module: Module }>

export type DeletedKind = keyof typeof deletedKinds
export const deletedKindNames = Object.keys(deletedKinds) as [DeletedKind, ...DeletedKind[]]

export const deleteRightOf = (kind: DeletedKind) => `${deletedKinds[kind].module}.delete` as const
