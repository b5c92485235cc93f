import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Invalidates these queries; active ones are refetched at once. A first fetch that is already under way may have read the
 * database before the change, so its query is invalidated again when it finishes.
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
