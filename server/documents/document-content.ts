import type { Settings } from '#shared/settings/api.ts'
import type { Signature } from '#shared/signature.ts'

/**
 * A document of trade on paper. The features say what stands on it; how it looks, server/documents/draw-document.ts and
 * document-parts.ts alone say.
 */
export interface DocumentContent {
  /** What a viewer shows for the file, e.g. "Invoice INV-2026-00001". */
  name: string
  heading: string
  /** Below the heading. */
  number: string
  /** At the foot of every page, behind the company. */
  foot: string
  /** Beside each other above the lines. */
  blocks: readonly DocumentBlock[]
  columns: readonly DocumentColumn[]
  /** A cell for each column. */
  lines: readonly (readonly DocumentCell[])[]
  /** Instead of `lines`: lines below a heading each, which takes the place of the first column's name; numbered through. */
  groups?: readonly { heading: string; lines: readonly (readonly DocumentCell[])[] }[]
  isNumbered: boolean
  /** Amounts below each other, ready to be written; the last one has a rule above it. */
  sums: readonly DocumentTotal[]
  /** Amounts beside each other below the sums. */
  figures?: { heading: string; totals: readonly DocumentTotal[] }
  notes?: string | null
  /** Beside each other below the sums. */
  below?: readonly DocumentBlock[]
  signature?: DocumentSignature
  /** Small print at the end. */
  closing?: string
}

/** A name in small letters and the texts below it, without the empty ones. */
export type DocumentBlock = readonly [name: string, texts: readonly (string | null | undefined | false)[]]

export interface DocumentColumn {
  name: string
  /** In points; '*' takes what is left. */
  width: number | '*'
  isFigure?: boolean
  isSmall?: boolean
}

/** A text, and what stands below it in small letters; or one of the document's pictures, by its name, so many points wide. */
export type DocumentCell = string | { text: string; note: string | null } | { image: string; width: number }

export interface DocumentTotal {
  label: string
  amount: string
  isBold?: boolean
}

/** Somebody's hand: a picture as a `data:` address, or strokes of points in a box. */
export interface DocumentSignature {
  label: string
  picture: string | null
  strokes: Signature | null
  /** That the strokes are drawn in. */
  box: { width: number; height: number }
}

/** Who sends a document. */
export type Letterhead = Settings['company'] & {
  /** A PNG as a `data:` address; left out, documents of our own have none. */
  logo?: string | null
}
