import type { Settings } from '#shared/settings/api.ts'
import type { Signature } from '#shared/signature.ts'

/**
 * The content of a trade document. Features provide the content; only server/documents/draw-document.ts and document-parts.ts
 * define its appearance.
 */
export interface DocumentContent {
  /** The title in a PDF viewer, e.g. "Invoice INV-2026-00001". */
  name: string
  heading: string
  /** Below the heading. */
  number: string
  /** In the footer of every page, after the company. */
  foot: string
  /** Side by side above the lines. */
  blocks: readonly DocumentBlock[]
  columns: readonly DocumentColumn[]
  /** A cell for each column. */
  lines: readonly (readonly DocumentCell[])[]
  /** Instead of `lines`: groups of lines with a heading, which replaces the name of the first column; numbered throughout. */
  groups?: readonly { heading: string; lines: readonly (readonly DocumentCell[])[] }[]
  isNumbered: boolean
  /** Formatted amounts below each other; the last one has a rule above it. */
  sums: readonly DocumentTotal[]
  /** Amounts side by side below the sums. */
  figures?: { heading: string; totals: readonly DocumentTotal[] }
  notes?: string | null
  /** Side by side below the sums. */
  below?: readonly DocumentBlock[]
  signature?: DocumentSignature
  /** Small print at the end. */
  closing?: string
}

/** A small label and the texts below it; empty ones are left out. */
export type DocumentBlock = readonly [name: string, texts: readonly (string | null | undefined | false)[]]

export interface DocumentColumn {
  name: string
  /** In points; '*' takes the remaining width. */
  width: number | '*'
  isFigure?: boolean
  isSmall?: boolean
}

/** A text, and a small note below it; or a picture of the document by its name, with its width in points. */
export type DocumentCell = string | { text: string; note: string | null } | { image: string; width: number }

export interface DocumentTotal {
  label: string
  amount: string
  isBold?: boolean
}

/** A signature: a picture as a `data:` URL, or strokes of points in a box. */
export interface DocumentSignature {
  label: string
  picture: string | null
  strokes: Signature | null
  /** The coordinate system of the strokes. */
  box: { width: number; height: number }
}

/** The sender of a document. */
export type Letterhead = Settings['company'] & {
  /** A PNG as a `data:` URL; undefined for documents without a logo. */
  logo?: string | null
}
