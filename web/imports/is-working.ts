import type { Import } from '#shared/imports/api.ts'

/** Whether the server still checks or takes in its rows. */
export const isWorking = (found: Import | undefined) =>
  (found?.state === 'checking' || found?.state === 'running') && !found.interrupted
