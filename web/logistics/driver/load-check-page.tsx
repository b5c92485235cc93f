import { useState } from 'react'
import { packageKindNames } from '#shared/logistics/shipments/packages.ts'
import type { DriverRoute } from '#shared/logistics/driver/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/choice-field.tsx'
import { goTo, routeAddress } from './address.ts'
import { BigButton } from './big-button.tsx'
import { findPackage } from './loaded-packages.ts'
import { PackageScan, type Scan } from './package-scan.tsx'
import { record } from './phone.ts'
import { placeForProof } from './share-place.ts'
import { StepHeader } from './step-header.tsx'
import { deleteDraftOfRoute, useDraft, useSavedDraft } from './use-draft.ts'
import { useTap } from './use-tap.ts'
import { blockedReasons } from './words.ts'

/** Load check: each package is scanned or selected while loading; a wrong one is refused unmistakably. */
export function LoadCheckPage({ route }: { route: DriverRoute }) {
  const draft = useDraft<readonly string[]>('load', route.id)
  return draft === undefined ? null : <LoadCheck route={route} draft={draft ?? []} />
}

function LoadCheck({ route, draft }: { route: DriverRoute; draft: readonly string[] }) {
  const packages = route.driverStops.flatMap((stop) =>
    stop.shipmentPackages.map((one) => ({ ...one, stop, isBlocked: blockedReasons(stop).length > 0 })),
  )
  const [initial] = useState<readonly string[]>(() =>
    packages.filter((one) => one.loadedAt !== null || draft.includes(one.code)).map((one) => one.code),
  )
  const [codes, setCodes] = useState(initial)
  useSavedDraft('load', route.id, codes, initial)
  // The office may have removed a stop meanwhile.
  const loaded: ReadonlySet<string> = new Set(packages.map((one) => one.code).filter((code) => codes.includes(code)))
  const missing = packages.filter((one) => !loaded.has(one.code))

  function read(code: string): Scan {
    const found = findPackage(packages, code)
    if (!found) return { isWrong: true, words: `${code.trim()} is not on this route. Do not load it.` }
    if (found.isBlocked)
      return { isWrong: true, words: `${found.code} holds goods that must not be delivered. Do not load it.` }
    const isAgain = loaded.has(found.code)
    if (!isAgain) setCodes([...codes, found.code])
    return {
      isWrong: false,
      words: `${found.code} ${isAgain ? 'was loaded already' : 'loaded'}: ${found.stop.account.name}`,
    }
  }
  const [finish, isFinishing] = useTap(async () => {
    const isSaved = await record({
      type: 'route.load',
      routeId: route.id,
      payload: { codes: [...loaded], isComplete: true, place: await placeForProof() },
      label: `Load check of ${route.number}`,
    })
    if (!isSaved) return
    await deleteDraftOfRoute(route.id)
    goTo(routeAddress(route.id), { replace: true })
  })

  return (
    <div className="flex flex-col gap-5">
      <StepHeader
        title="Check load"
        help={`${packages.length - missing.length} of ${packages.length} packages of ${route.number}`}
        onBack={() => goTo(routeAddress(route.id), { replace: true })}
      />
      <PackageScan read={read} />
      <ul className="flex flex-col gap-2">
        {packages.map((one) => (
          <li key={one.id}>
            <label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-lg border border-line bg-card px-4 py-3">
              <Checkbox
                className="size-6 before:size-4"
                checked={loaded.has(one.code)}
                disabled={one.isBlocked}
                onChange={(event) => {
                  const others = codes.filter((code) => code !== one.code)
                  setCodes(event.target.checked ? [...others, one.code] : others)
                }}
              />
              <span className="min-w-0 flex-1">
                <span className="figures wrap-anywhere block font-semibold">{one.code}</span>
                <span className="wrap-anywhere block text-secondary">
                  Stop {one.stop.sequence}, {one.stop.account.name}
                </span>
                <span className="block text-secondary">
                  {[packageKindNames[one.kind], one.weight && `${one.weight} kg`, one.isCold && 'keep cold']
                    .filter(Boolean)
                    .join(', ')}
                </span>
                {one.isBlocked && <span className="block font-semibold text-bad">Do not load</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {missing.length === 0 ? (
        <BigButton onClick={finish} busy={isFinishing}>
          Finish load check
        </BigButton>
      ) : (
        <Button size="lg" onClick={finish} busy={isFinishing}>
          Finish with {missing.length} missing
        </Button>
      )}
    </div>
  )
}
