import { type Import, isImportRunning } from '#shared/imports/api.ts'

/** Whether the server still checks or takes in its rows. */
export const isWorking = (found: Import | undefined): boolean => found !== undefined && isImportRunning(found)
