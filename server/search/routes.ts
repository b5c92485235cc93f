import { searchApi } from '#shared/search/api.ts'
import { searchEverything } from './search-everything.ts'
import type { Serve } from '#server/http/serve.ts'

export function serveSearch({ read }: Serve): void {
  read(searchApi.search, async ({ db, caller, query }) => ({ data: await searchEverything(db, caller, query.q) }))
}
