import { useUrlQuery } from '#web/lists/use-url-query.ts'

/** A list's search text, kept in the URL, so that it is still there when the user comes back from a record. */
export function useSearchWords() {
  const [params, change] = useUrlQuery()
  const words = params.get('q')?.trim() ?? ''
  const setWords = (typed: string) =>
    change((next) => (typed.trim() ? next.set('q', typed) : next.delete('q')), { replace: true })
  return [words, setWords] as const
}
