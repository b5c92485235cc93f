import { useEffect, useState } from 'react'
import { slowReportSeconds } from '#shared/reports/report.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

/** Shows that a slow report is being calculated, and how much of its time limit has passed. */
export function SlowProgress() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const began = Date.now()
    const timer = setInterval(() => setSeconds((Date.now() - began) / 1000), 250)
    return () => clearInterval(timer)
  }, [])
  if (seconds < 0.5) return null
  return (
    <div className="flex flex-col gap-1.5 text-secondary text-table">
      <span role="status">Adding up the records. It takes at most {slowReportSeconds} seconds a step.</span>
      <ProgressBar label="Time used" max={slowReportSeconds} value={Math.min(seconds, slowReportSeconds)} />
    </div>
  )
}
