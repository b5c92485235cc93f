import type { QueryClient } from '@tanstack/react-query'

const longestMs = 5000

/** Resolves when all queries of the first page are answered, or after five seconds. */
export function firstAnswers(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stop()
      clearTimeout(latest)
      resolve()
    }
    const latest = setTimeout(end, longestMs)
    const stop = client.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated' && client.isFetching() === 0) end()
    })
  })
}
