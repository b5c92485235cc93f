import { z } from 'zod'
import { byId, Id, rawText, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

/** The maximum number of rows selected by ids. */
export const maxRowsByIds = 2000
const maxTextOfIds = maxRowsByIds * 37
/** How many of them fit into a URL. */
export const maxIdsInAddress = 200

/** Exports with more rows are made in the background, and downloaded when they are done. */
export const maxImmediateRows = 5000
/** How long the file can be downloaded. */
export const exportRetentionHours = 24
export const maxRunningExports = 3

const exportStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

/** An export in the background, visible only to its user. */
export const ExportJob = z.object({
  id: Id,
  fileName: z.string(),
  state: z.enum(exportStates),
  /** Rows written, 0 … rows; `rows` is the count at the start, so if the list grows meanwhile, more are written. */
  progress: z.number().int(),
  rows: z.number().int(),
  bytes: z.number().int(),
  failure: z.string().nullable(),
  createdAt: Timestamp,
  /** The end of the time to download it. */
  expiresAt: Timestamp,
})
export type ExportJob = z.infer<typeof ExportJob>

/** The right to the list itself is checked in the endpoint, and again when the file is made. */
const access = 'staff'

export const exportJobsApi = {
  startExport: route('POST /api/export-jobs', {
    access,
    summary: 'Begins an export of a filtered list in the background; three at once are the most.',
    body: z.strictObject({
      /** The name of its endpoint: "purchase-orders" for GET /api/exports/purchase-orders. */
      list: z.string().max(60),
      /** The query of that endpoint: filters, order, format, columns. */
      query: z.record(z.string().max(60), z.union([rawText(maxTextOfIds), z.number()])).default({}),
    }),
    emits: ['export_updated'],
    reply: ExportJob,
    status: 202,
  }),
  listExportJobs: route('GET /api/export-jobs', {
    access,
    summary: 'One’s own exports of the last day, newest first.',
    reply: z.object({ data: z.array(ExportJob) }),
  }),
  getExportJob: route('GET /api/export-jobs/:id', {
    access,
    summary: 'One’s own export.',
    params: byId,
    reply: ExportJob,
  }),
  cancelExport: route('POST /api/export-jobs/:id/cancellation', {
    access,
    summary: 'Stops an export; what was written goes.',
    params: byId,
    emits: ['export_updated'],
    reply: ExportJob,
  }),
  downloadExport: route('GET /api/export-jobs/:id/file', {
    access,
    summary: 'The file of one’s own export, for a day.',
    params: byId,
    reply: null,
    download: 'text/csv',
  }),
} as const
