import { z } from 'zod'
import { Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { labelLayoutNames, labelLayouts, labelsPerPage } from './label-layouts.ts'

const labelTypes = ['product', 'lot', 'location'] as const
const labelSymbols = ['datamatrix', 'qr'] as const
/** Of one label. */
export const maxCopies = 500
/** The maximum number of labels in one file, including copies. */
const maxLabels = 1000

export const LabelRequest = z.strictObject({
  type: z.enum(labelTypes),
  id: Id,
  copies: z
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(maxCopies, `must be at most ${maxCopies}`)
    .default(1),
})
export type LabelRequest = z.input<typeof LabelRequest>

const wishes = z.array(LabelRequest).min(1, 'is required').max(200, 'may have at most 200 labels')

export const LabelsInput = z
  .strictObject({
    labels: wishes,
    layout: z.enum(labelLayoutNames),
    symbol: z.enum(labelSymbols).default('datamatrix'),
    format: z.enum(['pdf', 'zpl']).default('pdf'),
    /** The place of the first label on a partly used sheet, row by row from 1. */
    start: z.number('must be a whole number').int('must be a whole number').min(1, 'must be at least 1').default(1),
  })
  .refine(({ labels }) => labels.reduce((sum, { copies }) => sum + copies, 0) <= maxLabels, {
    path: ['labels'],
    message: `may have at most ${maxLabels.toLocaleString('en')} copies together`,
  })
  .refine(({ layout, start }) => start <= labelsPerPage(labelLayouts[layout]), {
    path: ['start'],
    message: 'is beyond the end of the sheet',
  })
export type LabelsInput = z.output<typeof LabelsInput>

/** A label as printed. */
export const LabelPreview = z.object({
  title: z.string(),
  lines: z.array(z.string()),
  /** The symbol's content, human-readable. */
  code: z.string(),
  /** The symbol as a PNG, base64. */
  png: z.string(),
})
export type LabelPreview = z.infer<typeof LabelPreview>

export const labelsApi = {
  previewLabels: route('POST /api/labels/preview', {
    access: 'inventory.view',
    summary: 'What is on the first labels, to be looked at before they are printed.',
    body: z.strictObject({ labels: wishes, symbol: z.enum(labelSymbols).default('datamatrix') }),
    emits: [],
    reply: z.object({ labels: z.array(LabelPreview) }),
  }),
  printLabels: route('POST /api/labels', {
    access: 'inventory.view',
    summary: 'Labels as PDF, or as ZPL for label printers with 203 dots an inch.',
    body: LabelsInput,
    emits: [],
    reply: null,
    download: 'application/pdf',
  }),
} as const
