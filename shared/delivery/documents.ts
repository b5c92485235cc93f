import { z } from 'zod'
import { Id } from '#shared/fields.ts'

/** So many documents are drawn for one press; more take longer than anybody waits. */
export const maxDocuments = 100

export const documentIds = z.array(Id).min(1, 'is required').max(maxDocuments, `may name at most ${maxDocuments}`)
/** The records whose documents are wanted as files in one zip. */
export const DocumentsInput = z.strictObject({ ids: documentIds })
