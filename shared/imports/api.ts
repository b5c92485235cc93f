import { z } from 'zod'
import { byId, Id, Timestamp } from '#shared/fields.ts'
import { type Access, route } from '#shared/http/route.ts'

export const ImportProblem = z.object({
  /** The row number in a spreadsheet: the header is row 1. */
  row: z.number().int(),
  /** The file's name of the column; empty for the whole row. */
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
  rawMaterials: z.number().int(),
  accounts: z.number().int(),
  orders: z.number().int(),
  lines: z.number().int(),
  shipments: z.number().int(),
  /** Existing products, raw materials and customers that are changed. */
  updated: z.number().int(),
  /** Pieces of opening stock. */
  pieces: z.number().int(),
  openingBalances: z.number().int(),
  /** Sum of the opening balances in minor units, credits are negative. */
  openingAmount: z.number().int(),
})
export type ImportCounts = z.infer<typeof Counts>
export const noCounts: ImportCounts = {
  suppliers: 0,
  factories: 0,
  categories: 0,
  products: 0,
  rawMaterials: 0,
  accounts: 0,
  orders: 0,
  lines: 0,
  shipments: 0,
  updated: 0,
  pieces: 0,
  openingBalances: 0,
  openingAmount: 0,
}

/** The effect of a row, for imports of single records. */
export const ImportStep = z.object({
  row: z.number().int(),
  name: z.string(),
  /** The SKU or code that identifies the record. */
  code: z.string(),
  isNew: z.boolean(),
  /** For an existing record: the changed columns. */
  changes: z.array(z.object({ column: z.string(), from: z.string(), to: z.string() })),
})
export type ImportStep = z.infer<typeof ImportStep>
export const maxShownSteps = 100

const importKinds = ['deliveries', 'products', 'rawMaterials', 'accounts'] as const
export type ImportKindName = (typeof importKinds)[number]

const importStates = ['uploaded', 'checking', 'checked', 'running', 'done', 'failed', 'cancelled'] as const
export type ImportState = (typeof importStates)[number]
export const maxShownProblems = 200

/** True while the import is being checked or run. */
export const isImportRunning = ({ state, interrupted }: { state: ImportState; interrupted: boolean }): boolean =>
  (state === 'checking' || state === 'running') && !interrupted

/** Why an import can't be cancelled, in words for the user; null if it can. */
export const whyImportNotCancelled = ({ state }: { state: ImportState }): string | null =>
  state === 'done' || state === 'cancelled' ? `This import is ${state} already.` : null

/** An imported file: `uploaded` → `checking` → `checked` (dry run) → `running` → `done`, `failed` or `cancelled`. */
export const Import = z.object({
  id: Id,
  kind: z.enum(importKinds),
  fileName: z.string(),
  state: z.enum(importStates),
  /** It is `checking` or `running`, but no worker runs it, as the server was stopped. Starting it again continues. */
  interrupted: z.boolean(),
  /** The detected encoding: "UTF-8", "Windows-1252", … */
  encoding: z.string(),
  delimiter: z.string(),
  /** The column names of the file, and the first value of each. */
  columns: z.array(z.string()),
  samples: z.array(z.string()),
  mapping: z.record(z.string(), z.string()),
  /** Rows read, 0 … rows. */
  progress: z.number().int(),
  rows: z.number().int(),
  /** Rows that are valid, that are known, and that have a problem. */
  good: z.number().int(),
  known: z.number().int(),
  bad: z.number().int(),
  /** The first 200; the error file has all of them. */
  problems: z.array(ImportProblem),
  /** The first 100 rows that would add or change a record, from the check; none for other kinds of imports. */
  steps: z.array(ImportStep),
  /** What the valid rows would add, from the check. */
  toAdd: Counts,
  /** What this import has added in all its runs. */
  added: Counts,
  failure: z.string().nullable(),
  createdBy: z.string(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
})
export type Import = z.infer<typeof Import>

export const maxImportBytes = 50 * 1024 * 1024
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** The endpoints of a kind of import: upload, map columns, dry run, run, download refused rows. */
export const importCalls = <P extends string, A extends Access>(path: P, access: A, what: string) =>
  ({
    uploadImport: route(`POST /api/${path}`, {
      access,
      summary: `Takes ${what} as a CSV file or an Excel workbook and reads its header; 422 names why it cannot be read.`,
      query: z.strictObject({ fileName: z.string().trim().min(1).max(200) }),
      upload: { maxBytes: maxImportBytes, types: ['text/csv', workbookType] },
      emits: ['import_updated'],
      reply: Import,
      status: 201,
    }),
    listImports: route(`GET /api/${path}`, {
      access,
      summary: `The newest imports of ${what}, without their problems.`,
      reply: z.object({ data: z.array(Import) }),
    }),
    downloadImportTemplate: route(`GET /api/${path}/template.csv`, {
      access,
      summary: `The columns of ${what} and one row as an example.`,
      reply: null,
      download: 'text/csv',
    }),
    getImport: route(`GET /api/${path}/:id`, { access, summary: 'One import.', params: byId, reply: Import }),
    checkImport: route(`POST /api/${path}/:id/check`, {
      access,
      summary: 'Dry run in the background: lists each problem by row and column, adds nothing.',
      params: byId,
      /** Our column → the file's column, in addition to those found by name; an empty name unmaps a column. */
      body: z.strictObject({ mapping: z.record(z.string().max(60), z.string().max(200)).optional() }),
      emits: ['import_updated'],
      reply: Import,
      status: 202,
    }),
    runImport: route(`POST /api/${path}/:id/run`, {
      access,
      summary: 'Takes the good rows in, batch by batch; rows that are there already add nothing.',
      params: byId,
      emits: ['import_updated'],
      reply: Import,
      status: 202,
    }),
    cancelImport: route(`POST /api/${path}/:id/cancellation`, {
      access,
      summary: 'Stops after the current batch; what was taken in stays.',
      params: byId,
      emits: ['import_updated'],
      reply: Import,
    }),
    downloadImportErrors: route(`GET /api/${path}/:id/errors.csv`, {
      access,
      summary: 'The refused rows as they were, with their problems in one more column.',
      params: byId,
      reply: null,
      download: 'text/csv',
    }),
  }) as const
export type ImportCalls = ReturnType<typeof importCalls>

/** Importing a delivery history. */
export const importsApi = importCalls('imports', 'admin', 'a delivery history')
