import { CameraIcon, CircleCheck, OctagonX } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { newWedge } from '#web/ui/wedge.ts'

const CameraDialog = lazy(() => import('#web/ui/camera/camera-dialog.tsx'))

/** The result of a scan: right, repeated or wrong. */
export interface Scan {
  isWrong: boolean
  words: string
}

/** Reads a package code by camera, scanner or keyboard; a wrong one is signalled unmistakably. */
export function PackageScan({ read }: { read: (code: string) => Scan }) {
  const [scan, setScan] = useState<Scan>()
  const [typed, setTyped] = useState('')
  const [isScanning, setScanning] = useState(false)
  function take(code: string) {
    const found = read(code)
    navigator.vibrate?.(found.isWrong ? [200, 100, 200] : 60)
    setScan(found)
  }
  useScanner(take)
  function submitTyped(event: FormEvent) {
    event.preventDefault()
    if (typed.trim() !== '') take(typed)
    setTyped('')
  }
  return (
    <>
      {scan && <ScanResult scan={scan} />}
      <form noValidate onSubmit={submitTyped} className="flex items-end gap-2">
        <TextField
          label="Package code"
          className="min-w-0 flex-1"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" size="lg">
          Check
        </Button>
      </form>
      <Button size="lg" onClick={() => setScanning(true)}>
        <CameraIcon aria-hidden />
        Scan with camera
      </Button>
      {isScanning && (
        <Suspense>
          <CameraDialog title="Scan a package" onCode={take} close={() => setScanning(false)} />
        </Suspense>
      )}
    </>
  )
}

function ScanResult({ scan: { isWrong, words } }: { scan: Scan }) {
  const Icon = isWrong ? OctagonX : CircleCheck
  return (
    <p
      key={words}
      role={isWrong ? 'alert' : 'status'}
      className={`flex items-center gap-3 rounded-lg p-4 font-semibold text-xl ${isWrong ? 'bg-bad-fill text-bad-contrast' : 'bg-good-soft'}`}
    >
      <Icon aria-hidden size={28} className={`shrink-0 ${isWrong ? '' : 'text-good'}`} />
      <span className="wrap-anywhere">{words}</span>
    </p>
  )
}

/** Keyboard scanner; a code that it types into the field counts only once. */
function useScanner(take: (code: string) => void) {
  useEffect(() => {
    const wedge = newWedge()
    const listen = (event: KeyboardEvent) => {
      const { target } = event
      if (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text'))
        return
      const { code } = wedge.press(event)
      if (code) {
        event.preventDefault()
        take(code)
      }
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
}
