import { businessDate } from '#shared/dates.ts'
import { scanApi } from '#shared/inventory/lots/scan-api.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { resolveCode } from './scans.ts'

export function serveScans({ read }: Serve, { clock, timeZone }: ServeDeps): void {
  read(scanApi.scan, ({ db, caller, query }) => resolveCode(db, caller, query.code, businessDate(clock(), timeZone())))
}
