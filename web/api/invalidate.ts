import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * What these queries have is old. Those on the page are asked again at once; an answer that is on its way to one that shows
 * nothing yet may have been read before the change, and would be taken for new: it is asked again when it is here.
 */
export function invalidate(client: QueryClient, predicate: (query: Query) => boolean): Promise<unknown> {
  const onTheirWay = client.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })
  const again = onTheirWay.map(async (query) => {
    if (query.isActive() && query.state.data) return
    await query.promise?.catch(() => {})
    await client.invalidateQueries({ predicate: (each) => each === query })
  })
  return Promise.all([client.invalidateQueries({ predicate }), ...again])
}
