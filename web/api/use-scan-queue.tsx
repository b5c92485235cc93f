import { type ReactNode, useRef, useState } from 'react'
import { ApiError } from './api-error.ts'
import { Notice } from '#web/ui/notice.tsx'

/**
 * Scans that come while another is still being looked up wait for it, one after the other: two quick scans of a thing
 * must both count. What they say is told by `notice`, and what went wrong shown under `title`.
 */
export function useScanQueue(title: string) {
  const [problem, setProblem] = useState<string>()
  const [liveMessage, setLiveMessage] = useState('')
  const last = useRef<Promise<void>>(Promise.resolve())
  const enqueue = (act: () => Promise<void>) => {
    const before = last.current
    last.current = (async () => {
      await before
      setProblem(undefined)
      try {
        await act()
      } catch (error) {
        setProblem(error instanceof ApiError ? (error.fields['code'] ?? error.message) : String(error))
      }
    })()
  }
  const notice: ReactNode = (
    <>
      <p role="status" className="sr-only">
        {liveMessage}
      </p>
      {problem && (
        <div ref={bringIntoView} className="scroll-my-24">
          <Notice tone="bad" title={title} onClose={() => setProblem(undefined)}>
            {problem}
          </Notice>
        </div>
      )}
    </>
  )
  return { enqueue, setProblem, setLiveMessage, notice, hasSpoken: problem !== undefined || liveMessage !== '' }
}

/** A scan goes wherever it belongs, whatever part of the page is in view. */
const bringIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' })
