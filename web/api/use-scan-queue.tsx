import { type ReactNode, useRef, useState } from 'react'
import { ApiError } from './api-error.ts'
import { Notice } from '#web/ui/notice.tsx'

/**
 * Queues scans: each waits until the previous one has been looked up, so that two quick scans of a product both count.
 * Render `notice`: it announces each scan to screen readers and shows errors under `title`.
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

/** Scans work wherever the page is scrolled to, so the error has to be scrolled into view. */
const bringIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' })
