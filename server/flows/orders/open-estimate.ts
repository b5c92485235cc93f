import type { OfferedEstimate } from '#shared/sales/estimates/estimate-links-api.ts'
import type { Db } from '#server/db/database.ts'
import { openLink } from '#server/sales/estimates/estimate-links.ts'
import { getSettings } from '#server/settings/settings.ts'

/** The estimate of a mailed link, under the company's name. Throws TOKEN_INVALID. */
export const openEstimate = async (db: Db, token: string, today: string): Promise<OfferedEstimate> =>
  openLink(db, token, await getSettings(db), today)
