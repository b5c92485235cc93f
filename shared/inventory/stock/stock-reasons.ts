/** Reasons of manual stock movements (product specification, sections 3 and 5). */
const stockReasons = [
  'purchase_order',
  'return',
  'manual_adjustment',
  'damaged_quantity',
  'lost_stock',
  'sales_order',
  'physical_audit',
  'adjustment',
  'other',
] as const
export type StockReason = (typeof stockReasons)[number]

export const addReasons = [
  'purchase_order',
  'return',
  'manual_adjustment',
  'other',
] as const satisfies readonly StockReason[]
export const reduceReasons = [
  'damaged_quantity',
  'lost_stock',
  'sales_order',
  'adjustment',
  'other',
] as const satisfies readonly StockReason[]
export const auditReasons = ['physical_audit', 'adjustment', 'other'] as const satisfies readonly StockReason[]

export const stockReasonNames: Record<StockReason, string> = {
  purchase_order: 'Purchase order',
  return: 'Return',
  manual_adjustment: 'Manual adjustment',
  damaged_quantity: 'Damaged quantity',
  lost_stock: 'Lost stock',
  sales_order: 'Sales order',
  physical_audit: 'Physical audit',
  adjustment: 'Adjustment',
  other: 'Other',
}
