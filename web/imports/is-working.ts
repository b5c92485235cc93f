import { type Import, isImportRunning } from '#shared/imports/api.ts'

/** Whether the server is still checking or importing the rows. */
export const isWorking = (found: Import | undefined): boolean => found !== undefined && isImportRunning(found)
