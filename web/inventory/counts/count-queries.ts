import { countsApi } from '#shared/inventory/counts/api.ts'

/** The GETs that a change of a count makes old. */
export const countQueries = [countsApi.listCounts, countsApi.getCount, countsApi.listCountLines]
