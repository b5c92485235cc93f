import { z } from 'zod'
import { byId, Id, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

/** The columns that a delivery history may have; a mapping gives each the name of a column in the file. */
export const deliveryColumns = {
  lineId: { name: 'ID', required: true, meaning: 'one number a line, so that the same line is never taken twice' },
  projectCode: { name: 'Project Code', required: true, meaning: 'with the country: the customer' },
  orderNumber: { name: 'PO / SO #', required: true, meaning: 'the order' },
  deliveryNumber: { name: 'ASN/DN #', required: true, meaning: 'the delivery' },
  country: { name: 'Country', required: true, meaning: 'with the project: the customer' },
  shipmentMode: { name: 'Shipment Mode', required: false, meaning: 'how it travelled' },
  scheduledDate: { name: 'Scheduled Delivery Date', required: true, meaning: 'the day asked for' },
  deliveredDate: { name: 'Delivered to Client Date', required: true, meaning: 'the day it arrived' },
  productGroup: { name: 'Product Group', required: true, meaning: 'first half of the category' },
  subClassification: { name: 'Sub Classification', required: false, meaning: 'second half of the category' },
  vendor: { name: 'Vendor', required: true, meaning: 'the supplier' },
  itemDescription: { name: 'Item Description', required: true, meaning: 'the product' },
  brand: { name: 'Brand', required: false, meaning: 'the product' },
  dosage: { name: 'Dosage', required: false, meaning: 'the product' },
  packSize: { name: 'Unit of Measure (Per Pack)', required: true, meaning: 'pieces a case' },
  quantity: { name: 'Line Item Quantity', required: true, meaning: 'packs delivered' },
  lineValue: { name: 'Line Item Value', required: true, meaning: 'what the line cost' },
  packPrice: { name: 'Pack Price', required: true, meaning: 'price of one pack' },
  manufacturingSite: { name: 'Manufacturing Site', required: true, meaning: 'the factory' },
  weight: { name: 'Weight (Kilograms)', required: false, meaning: 'of the line' },
  freight: { name: 'Freight Cost (USD)', required: false, meaning: 'of the line' },
} as const
export type DeliveryColumn = keyof typeof deliveryColumns

export const ImportProblem = z.object({
  row: z.number().int(),
  column: z.string(),
  value: z.string(),
  message: z.string(),
})
export type ImportProblem = z.infer<typeof ImportProblem>

const Counts = z.object({
  suppliers: z.number().int(),
  factories: z.number().int(),
  categories: z.number().int(),
  products: z.number().int(),
  accounts: z.number().int(),
  orders: z.number().int(),
  lines: z.number().int(),
  shipments: z.number().int(),
})
export type ImportCounts = z.infer<typeof Counts>

export const importStates = ['uploaded', 'checking', 'checked', 'running', 'done', 'failed', 'cancelled'] as const

/** One file on its way in: `uploaded` → `checked` (dry run) → `running` → `done`. */
export const Import = z.object({
  id: Id,
  fileName: z.string(),
  state: z.enum(importStates),
  /** Header names as the file has them. */
  columns: z.array(z.string()),
  mapping: z.record(z.string(), z.string()),
  /** Lines read, 0 … rows. */
  progress: z.number().int(),
  rows: z.number().int(),
  /** Rows that can be taken, that were there before, and that have a problem. */
  good: z.number().int(),
  known: z.number().int(),
  bad: z.number().int(),
  /** The first 200; all of them stand in the error file. */
  problems: z.array(ImportProblem),
  added: Counts,
  failure: z.string().nullable(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
})
export type Import = z.infer<typeof Import>

/** Bringing a delivery history in: upload, map, try without effect, run, fetch what was refused. */
export const importsApi = {
  uploadImport: route('POST /api/imports', {
    access: 'admin',
    summary: 'Takes a CSV file and reads its header.',
    query: z.strictObject({ fileName: z.string().min(1).max(200) }),
    upload: { maxBytes: 50 * 1024 * 1024, types: ['text/csv'] },
    reply: Import,
    status: 201,
  }),
  listImports: route('GET /api/imports', {
    access: 'admin',
    summary: 'The newest imports.',
    reply: z.object({ data: z.array(Import) }),
  }),
  getImport: route('GET /api/imports/:id', { access: 'admin', summary: 'One import.', params: byId, reply: Import }),
  checkImport: route('POST /api/imports/:id/check', {
    access: 'admin',
    summary: 'Dry run: reads every row and lists each problem by row and column; changes nothing else.',
    params: byId,
    body: z.strictObject({ mapping: z.record(z.string().max(60), z.string().max(200)).optional() }),
    reply: Import,
    status: 202,
  }),
  runImport: route('POST /api/imports/:id/run', {
    access: 'admin',
    summary: 'Takes the good rows in, batch by batch; rows that are there already add nothing.',
    params: byId,
    reply: Import,
    status: 202,
  }),
  cancelImport: route('POST /api/imports/:id/cancellation', {
    access: 'admin',
    summary: 'Stops after the current batch.',
    params: byId,
    reply: Import,
  }),
  downloadImportErrors: route('GET /api/imports/:id/errors.csv', {
    access: 'admin',
    summary: 'The refused rows with their problems.',
    params: byId,
    reply: null,
    download: 'text/csv',
  }),
} as const
