import { useUrlQuery } from '#web/lists/use-url-query.ts'

/** What a list of the portal is searched for. It stands in the address, so that it is there again after a record was opened. */
export function useSearchWords() {
  const [params, change] = useUrlQuery()
  const words = params.get('q')?.trim() ?? ''
  const setWords = (typed: string) =>
    change((next) => (typed.trim() ? next.set('q', typed) : next.delete('q')), { replace: true })
  return [words, setWords] as const
}
