import { ScanLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { handOnScan } from '#web/session/scans.ts'
import { IconButton } from '#web/ui/button.tsx'

const CameraDialog = lazy(() => import('#web/ui/camera/camera-dialog.tsx'))

/** Scans with the camera, without a scanner; the code is handled like a scanner's. */
export function ScanButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label="Scan a code" onClick={() => setOpen(true)}>
        <ScanLine aria-hidden />
      </IconButton>
      {isOpen && (
        <Suspense>
          <CameraDialog onCode={handOnScan} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
