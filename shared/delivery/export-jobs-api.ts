import { z } from 'zod'
import { byId, Id, rawText, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

/** Above so many rows an export is made in the background, and fetched when it is done. */
/** So many rows can be named by their ids. */
export const maxRowsByIds = 2000
const maxTextOfIds = maxRowsByIds * 37
/** An address has room for so many of them. */
export const maxIdsInAddress = 200

export const maxImmediateRows = 5000
/** How long it can be fetched. */
export const exportRetentionHours = 24
export const maxRunningExports = 3

const exportStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

/** An export that is made in the background, for the one who asked. */
export const ExportJob = z.object({
  id: Id,
  fileName: z.string(),
  state: z.enum(exportStates),
  /** Rows written, 0 … rows; rows as they were counted at the start, so that a list that grows meanwhile ends above. */
  progress: z.number().int(),
  rows: z.number().int(),
  bytes: z.number().int(),
  failure: z.string().nullable(),
  createdAt: Timestamp,
  /** Until when it can be fetched. */
  expiresAt: Timestamp,
})
export type ExportJob = z.infer<typeof ExportJob>

/** The right to the list itself is asked for inside the call, and again when the file is made. */
const access = 'staff'

export const exportJobsApi = {
  startExport: route('POST /api/export-jobs', {
    access,
    summary: 'Begins an export of a filtered list in the background; three at once are the most.',
    body: z.strictObject({
      /** As its file is called: "purchase-orders" of GET /api/exports/purchase-orders. */
      list: z.string().max(60),
      /** What that call takes: filters, order, format, columns. */
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
