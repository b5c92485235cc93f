import { lazy, Suspense, useEffect, useState } from 'react'
import { useScanner } from '#web/session/use-scanner.ts'
import { takeOtherScans } from '#web/session/scans.ts'

const ScanResult = lazy(() => import('./scan-result.tsx'))

/** Hears scanners everywhere in the app, and opens what is scanned where no page wants it. */
export function ScanListener() {
  // Counted, so that the same code twice is looked up twice.
  const [scan, setScan] = useState<{ code: string; at: number }>()
  useScanner()
  useEffect(() => takeOtherScans((code) => setScan((last) => ({ code, at: (last?.at ?? 0) + 1 }))), [])
  if (!scan) return null
  return (
    <Suspense>
      <ScanResult key={scan.at} code={scan.code} close={() => setScan(undefined)} />
    </Suspense>
  )
}
