import { z } from 'zod'
import { Id } from '#shared/fields.ts'

/** The maximum number of documents in one request; more would take too long. */
export const maxDocuments = 100

export const documentIds = z.array(Id).min(1, 'is required').max(maxDocuments, `may name at most ${maxDocuments}`)
/** The records whose documents are downloaded as a zip. */
export const DocumentsInput = z.strictObject({ ids: documentIds })
