import { isOnlySimilar } from '#shared/search-words.ts'

type SimilarNoticeProps = {
  /** What was searched for. */
  typed: string
  /** The searched texts of the rows shown; undefined while they belong to another search. */
  found: readonly string[] | undefined
}

/** Says that nothing has the words that were typed, and that what is shown is spelled like them. */
export function SimilarNotice({ typed, found }: SimilarNoticeProps) {
  const isGuess = found !== undefined && isOnlySimilar(typed, found)
  return (
    <p role="status" className="text-secondary text-table empty:hidden">
      {isGuess && (
        <>
          No exact match for <strong className="break-words font-medium text-primary">“{typed.trim()}”</strong>; showing
          similar.
        </>
      )}
    </p>
  )
}
