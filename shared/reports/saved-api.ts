import { z } from 'zod'
import { byId, Id, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { RangeQuery } from './date-range.ts'
import { reportNames } from './reports.ts'

/** The query of a report; its dimensions are defined by the report. */
export const SavedReportQuery = RangeQuery.safeExtend({
  by: text(40).optional(),
  all: z.enum(['true']).optional(),
})

const body = {
  name: text(60),
  query: SavedReportQuery,
  /** All users who may view the report see it, too. */
  isShared: z.boolean().default(false),
} as const

export const SavedReport = z.object({
  id: Id,
  name: z.string(),
  report: z.enum(reportNames),
  query: SavedReportQuery,
  isShared: z.boolean(),
  /** Only its owner can change it. */
  isOwn: z.boolean(),
  owner: z.string(),
  /** The number of its schedules that the caller sees. */
  schedules: z.number().int(),
  /** The path to open it. */
  path: z.string(),
  updatedAt: Timestamp,
  version: Version,
})
export type SavedReport = z.infer<typeof SavedReport>

/** Saved reports: private unless they are shared. */
export const savedReportsApi = {
  listSaved: route('GET /api/saved-reports', {
    access: 'staff',
    summary: 'Saved reports that the caller may see, their own and shared ones, by name.',
    query: z.strictObject({ ...pageQuery, report: z.enum(reportNames).optional() }),
    reply: pageOf(SavedReport),
  }),
  createSaved: route('POST /api/saved-reports', {
    access: 'staff',
    summary: 'Saves a report with what it looks at under a name. Needs the right to the report.',
    body: z.strictObject({ ...body, report: z.enum(reportNames) }),
    emits: ['saved_report_updated'],
    reply: SavedReport,
    status: 201,
  }),
  updateSaved: route('PUT /api/saved-reports/:id', {
    access: 'staff',
    summary: 'Changes an own saved report; its schedules send what it looks at from then on.',
    params: byId,
    body: z.strictObject(body),
    emits: ['saved_report_updated'],
    reply: SavedReport,
    ifMatch: true,
  }),
  deleteSaved: route('DELETE /api/saved-reports/:id', {
    access: 'staff',
    summary: 'Deletes an own saved report with its schedules.',
    params: byId,
    emits: ['saved_report_updated'],
    reply: null,
  }),
} as const
