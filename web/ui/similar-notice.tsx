import { isOnlySimilar } from '#shared/search-words.ts'

type SimilarNoticeProps = {
  /** The search text. */
  typed: string
  /** The searched texts of the rows shown; undefined while the rows belong to another search. */
  found: readonly string[] | undefined
}

/** Says that nothing matches exactly and that the rows shown are spelled similarly. */
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
