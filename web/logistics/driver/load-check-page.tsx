import { CameraIcon, CircleCheck, OctagonX } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { packageKindNames } from '#shared/logistics/shipments/packages.ts'
import type { DriverRoute } from '#shared/logistics/driver/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/choice-field.tsx'
import { TextField } from '#web/ui/field.tsx'
import { newWedge } from '#web/ui/wedge.ts'
import { goTo, routeAddress } from './address.ts'
import { BigButton } from './big-button.tsx'
import { findPackage } from './loaded-packages.ts'
import { record } from './phone.ts'
import { placeForProof } from './share-place.ts'
import { StepHeader } from './step-header.tsx'
import { blockedReasons } from './words.ts'

const CameraDialog = lazy(() => import('#web/ui/camera/camera-dialog.tsx'))

/** What the last scan was: right, a second time, or wrong. */
type Scan = { tone: 'good' | 'bad'; words: string }

/** Each package is scanned or ticked as it is loaded; a wrong one is refused so that nobody misses it. */
export function LoadCheckPage({ route }: { route: DriverRoute }) {
  const packages = route.driverStops.flatMap((stop) =>
    stop.shipmentPackages.map((one) => ({ ...one, stop, isBlocked: blockedReasons(stop).length > 0 })),
  )
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(
    () => new Set(packages.filter((one) => one.loadedAt !== null).map((one) => one.code)),
  )
  const [scan, setScan] = useState<Scan>()
  const [typed, setTyped] = useState('')
  const [isScanning, setScanning] = useState(false)
  const missing = packages.filter((one) => !loaded.has(one.code))

  function take(code: string) {
    const found = findPackage(packages, code)
    if (!found) {
      navigator.vibrate?.([200, 100, 200])
      return setScan({ tone: 'bad', words: `${code.trim()} is not on this route. Do not load it.` })
    }
    if (found.isBlocked) {
      navigator.vibrate?.([200, 100, 200])
      return setScan({ tone: 'bad', words: `${found.code} holds goods that must not be delivered. Do not load it.` })
    }
    navigator.vibrate?.(60)
    const isAgain = loaded.has(found.code)
    setLoaded(new Set([...loaded, found.code]))
    setScan({
      tone: 'good',
      words: `${found.code} ${isAgain ? 'was loaded already' : 'loaded'}: ${found.stop.account.name}`,
    })
  }
  useScanner(take)

  function submitTyped(event: FormEvent) {
    event.preventDefault()
    if (typed.trim() !== '') take(typed)
    setTyped('')
  }
  async function finish() {
    const isKept = await record({
      type: 'route.load',
      routeId: route.id,
      payload: { codes: [...loaded], isComplete: true, place: await placeForProof() },
      label: `Load check of ${route.number}`,
    })
    if (isKept) goTo(routeAddress(route.id), { replace: true })
  }

  return (
    <div className="flex flex-col gap-5">
      <StepHeader
        title="Check load"
        help={`${packages.length - missing.length} of ${packages.length} packages of ${route.number}`}
        onBack={() => goTo(routeAddress(route.id), { replace: true })}
      />
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
      <ul className="flex flex-col gap-2">
        {packages.map((one) => (
          <li key={one.id}>
            <label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-lg border border-line bg-card px-4 py-3">
              <Checkbox
                className="size-6 before:size-4"
                checked={loaded.has(one.code)}
                disabled={one.isBlocked}
                onChange={(event) => {
                  const next = new Set(loaded)
                  if (event.target.checked) next.add(one.code)
                  else next.delete(one.code)
                  setLoaded(next)
                }}
              />
              <span className="min-w-0 flex-1">
                <span className="figures wrap-anywhere block font-semibold">{one.code}</span>
                <span className="wrap-anywhere block text-secondary">
                  {[
                    `Stop ${one.stop.sequence}, ${one.stop.account.name}`,
                    packageKindNames[one.kind],
                    one.weight && `${one.weight} kg`,
                    one.isCold && 'keep cold',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {one.isBlocked && <span className="block font-semibold text-bad">Do not load</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {missing.length === 0 ? (
        <BigButton onClick={() => void finish()}>Finish load check</BigButton>
      ) : (
        <Button size="lg" onClick={() => void finish()}>
          Finish with {missing.length} missing
        </Button>
      )}
    </div>
  )
}

function ScanResult({ scan }: { scan: Scan }) {
  const isBad = scan.tone === 'bad'
  const Icon = isBad ? OctagonX : CircleCheck
  return (
    <p
      key={scan.words}
      role={isBad ? 'alert' : 'status'}
      className={`flex items-center gap-3 rounded-lg p-4 font-semibold text-xl ${isBad ? 'bg-bad-fill text-bad-contrast' : 'bg-good-soft text-good'}`}
    >
      <Icon aria-hidden size={28} className="shrink-0" />
      <span className="wrap-anywhere">{scan.words}</span>
    </p>
  )
}

/** A scanner that types; what it types into the field counts once. */
function useScanner(take: (code: string) => void) {
  useEffect(() => {
    const wedge = newWedge()
    const listen = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement && event.target.type === 'text') return
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
