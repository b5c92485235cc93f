import { lazy, Suspense, useEffect, useState } from 'react'
import { useScanner } from '#web/session/use-scanner.ts'
import { takeOtherScans } from '#web/session/scans.ts'

const ScanResult = lazy(() => import('./scan-result.tsx'))

/** Listens for scans everywhere in the app; looks up those that no page handles. */
export function ScanListener() {
  // With a counter, so that scanning the same code twice looks it up twice.
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
