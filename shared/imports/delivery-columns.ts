import { type ColumnSet, columnNamed, columnSet, type ImportColumn } from './columns.ts'

/** The columns of a delivery history; a mapping assigns each of these a column of the file. */
export const deliveryColumns = {
  lineId: {
    name: 'ID',
    required: true,
    meaning: 'one number a line, so that no line is taken twice',
    also: ['line id'],
  },
  orderNumber: {
    name: 'PO / SO #',
    required: true,
    meaning: 'the order',
    also: ['order number', 'po number', 'order'],
  },
  deliveryNumber: {
    name: 'ASN/DN #',
    required: true,
    meaning: 'the delivery: one shipment of the order',
    also: ['delivery number', 'asn', 'delivery note'],
  },
  country: { name: 'Country', required: true, meaning: 'with the project: the customer', also: [] },
  projectCode: {
    name: 'Project Code',
    required: true,
    meaning: 'with the country: the customer',
    also: ['project', 'customer code'],
  },
  scheduledDate: {
    name: 'Scheduled Delivery Date',
    required: true,
    meaning: 'the day asked for',
    also: ['scheduled date', 'requested date'],
  },
  deliveredDate: {
    name: 'Delivered to Client Date',
    required: true,
    meaning: 'the day it arrived',
    also: ['delivered date', 'delivery date'],
  },
  productGroup: {
    name: 'Product Group',
    required: true,
    meaning: 'first half of the category',
    also: ['category'],
  },
  subClassification: {
    name: 'Sub Classification',
    required: false,
    meaning: 'second half of the category',
    also: ['subcategory'],
  },
  vendor: { name: 'Vendor', required: true, meaning: 'the supplier', also: ['supplier'] },
  manufacturingSite: {
    name: 'Manufacturing Site',
    required: true,
    meaning: 'the factory that the goods left',
    also: ['factory', 'site'],
  },
  itemDescription: {
    name: 'Item Description',
    required: true,
    meaning: 'the product',
    also: ['product', 'item', 'description'],
  },
  brand: { name: 'Brand', required: false, meaning: 'tells products apart', also: [] },
  dosage: { name: 'Dosage', required: false, meaning: 'tells products apart', also: ['strength'] },
  packSize: {
    name: 'Unit of Measure (Per Pack)',
    required: true,
    meaning: 'pieces in a pack',
    also: ['pack size', 'unit of measure'],
  },
  quantity: { name: 'Line Item Quantity', required: true, meaning: 'packs delivered', also: ['quantity', 'qty'] },
  packPrice: { name: 'Pack Price', required: true, meaning: 'the price of one pack', also: ['price'] },
  lineValue: { name: 'Line Item Value', required: true, meaning: 'what the line cost', also: ['value', 'line value'] },
  shipmentMode: { name: 'Shipment Mode', required: false, meaning: 'how it travelled', also: ['mode', 'carrier'] },
  weight: { name: 'Weight (Kilograms)', required: false, meaning: 'of the line', also: ['weight', 'weight kg'] },
  freight: { name: 'Freight Cost (USD)', required: false, meaning: 'of the line', also: ['freight', 'freight cost'] },
} as const satisfies Record<string, ImportColumn>

export type DeliveryColumn = keyof typeof deliveryColumns
export const deliveryColumnSet: ColumnSet<DeliveryColumn> = columnSet('a delivery history', deliveryColumns)
export const deliveryColumnKeys = deliveryColumnSet.keys

/** Our key → the file's column; keys that are missing are not in the file. */
export type Mapping = Partial<Record<DeliveryColumn, string>>

export const deliveryColumnNamed = (name: string): DeliveryColumn | undefined => columnNamed(deliveryColumnSet, name)
