import { useEffect, useEffectEvent, useState } from 'react'

export type OptionSearch<Option> = (typed: string, signal: AbortSignal) => Promise<readonly Option[]>

type Answer<Option> = { to: string | undefined; options: readonly Option[]; failed: boolean }

/** Searches for the typed text; debounced by 250 ms, and only the last answer counts. */
export function useOptions<Option>(
  search: OptionSearch<Option>,
  typed: string,
  open: boolean,
  onAnswer?: (options: readonly Option[]) => void,
) {
  const [answer, setAnswer] = useState<Answer<Option>>({ to: undefined, options: [], failed: false })
  // `search` is often an inline function, new at every render: it must not trigger a search.
  const runSearch = useEffectEvent((signal: AbortSignal) => {
    const take = (next: Answer<Option>) => {
      if (signal.aborted) return
      setAnswer(next)
      if (!next.failed) onAnswer?.(next.options)
    }
    search(typed, signal).then(
      (options) => take({ to: typed, options, failed: false }),
      () => take({ to: typed, options: [], failed: true }),
    )
  })
  useEffect(() => {
    if (!open) return
    const controller = new AbortController()
    const wait = setTimeout(() => runSearch(controller.signal), typed === '' ? 0 : 250)
    return () => {
      clearTimeout(wait)
      controller.abort()
    }
  }, [typed, open])
  return { options: answer.options, failed: answer.failed, searching: open && answer.to !== typed }
}
