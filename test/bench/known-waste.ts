/** Calls that add up what they read, so that they are not asked: the figures of reports, and files of whole lists. */
export const addsUp: readonly string[] = ['GET /api/reports/', 'GET /api/exports/']

/** Other calls whose plans read more than ten times what they return, each with the reason. This list may only become shorter. */
export const knownWaste: Readonly<Record<string, string>> = {}
