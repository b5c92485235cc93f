import { z } from 'zod'
import { byId, Id, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

export const ImportProblem = z.object({
  /** As a spreadsheet counts: the header is row 1. */
  row: z.number().int(),
  /** As the file calls it; empty when the whole row is meant. */
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
export const noCounts: ImportCounts = {
  suppliers: 0,
  factories: 0,
  categories: 0,
  products: 0,
  accounts: 0,
  orders: 0,
  lines: 0,
  shipments: 0,
}

const importStates = ['uploaded', 'checking', 'checked', 'running', 'done', 'failed', 'cancelled'] as const
export type ImportState = (typeof importStates)[number]
export const shownProblems = 200

/** One file on its way in: `uploaded` → `checking` → `checked` (dry run) → `running` → `done`, `failed` or `cancelled`. */
export const Import = z.object({
  id: Id,
  fileName: z.string(),
  state: z.enum(importStates),
  /** It is `checking` or `running`, but nobody works on it: the server was stopped. Starting it again goes on with it. */
  interrupted: z.boolean(),
  /** As which the file was read: "UTF-8", "Windows-1252", … */
  encoding: z.string(),
  delimiter: z.string(),
  /** Header names as the file has them, and beside each the first value under it. */
  columns: z.array(z.string()),
  samples: z.array(z.string()),
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
  /** What the good rows would add, as the check found it. */
  toAdd: Counts,
  /** What this import has added so far, over all its runs. */
  added: Counts,
  failure: z.string().nullable(),
  createdBy: z.string(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
})
export type Import = z.infer<typeof Import>

export const largestImport = 50 * 1024 * 1024

/** Bringing a delivery history in: upload, map, try without effect, run, fetch what was refused. */
export const importsApi = {
  uploadImport: route('POST /api/imports', {
    access: 'admin',
    summary: 'Takes a CSV file and reads its header; 422 names why a file cannot be read.',
    query: z.strictObject({ fileName: z.string().trim().min(1).max(200) }),
    upload: { maxBytes: largestImport, types: ['text/csv'] },
    reply: Import,
    status: 201,
  }),
  listImports: route('GET /api/imports', {
    access: 'admin',
    summary: 'The newest imports, without their problems.',
    reply: z.object({ data: z.array(Import) }),
  }),
  downloadImportTemplate: route('GET /api/imports/template.csv', {
    access: 'admin',
    summary: 'An empty delivery history: the columns and one row as an example.',
    reply: null,
    download: 'text/csv',
  }),
  getImport: route('GET /api/imports/:id', { access: 'admin', summary: 'One import.', params: byId, reply: Import }),
  checkImport: route('POST /api/imports/:id/check', {
    access: 'admin',
    summary: 'Dry run in the background: lists each problem by row and column, adds nothing.',
    params: byId,
    /** Column of ours → column of the file, over what was found by name; an empty name takes a column out. */
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
    summary: 'Stops after the current batch; what was taken in stays.',
    params: byId,
    reply: Import,
  }),
  downloadImportErrors: route('GET /api/imports/:id/errors.csv', {
    access: 'admin',
    summary: 'The refused rows as they were, with their problems in one more column.',
    params: byId,
    reply: null,
    download: 'text/csv',
  }),
} as const
