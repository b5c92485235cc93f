import { useEffect, useState } from 'react'

export type OptionSearch<Option> = (typed: string, signal: AbortSignal) => Promise<readonly Option[]>

type Found<Option> = { options: readonly Option[]; searching: boolean; failed: boolean }

/** What a search finds for the text typed so far; a pause of 250 ms starts it, and only the last answer counts. */
export function useOptions<Option>(search: OptionSearch<Option>, typed: string, open: boolean): Found<Option> {
  const [found, setFound] = useState<Found<Option>>({ options: [], searching: false, failed: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `search` is often written inline, and only typing asks
  useEffect(() => {
    if (!open) return
    const asked = new AbortController()
    setFound((before) => ({ ...before, searching: true, failed: false }))
    const wait = setTimeout(
      () =>
        search(typed, asked.signal).then(
          (options) => !asked.signal.aborted && setFound({ options, searching: false, failed: false }),
          () => !asked.signal.aborted && setFound({ options: [], searching: false, failed: true }),
        ),
      typed === '' ? 0 : 250,
    )
    return () => {
      clearTimeout(wait)
      asked.abort()
    }
  }, [typed, open])
  return found
}
