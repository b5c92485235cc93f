import { type FormEvent, useRef, useState } from 'react'
import type { DriverRoute } from '#shared/logistics/driver/api.ts'
import { parseDecimalInput } from '#web/ui/decimal-input.ts'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { goTo, routeAddress } from './address.ts'
import { BigButton } from './big-button.tsx'
import { focusFirst } from './focus-first.ts'
import { isOpenStop } from './local-route.ts'
import { record } from './phone.ts'
import { placeForProof } from './share-place.ts'
import { StepHeader } from './step-header.tsx'
import { useTap } from './use-tap.ts'
import { countOf } from './words.ts'

const maxKm = 5000

/** Ends a route: the goods to bring back to the warehouse, and the distance driven. */
export function EndRoutePage({ route }: { route: DriverRoute }) {
  const [km, setKm] = useState('')
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const open = route.driverStops.filter(isOpenStop)
  const back = comingBack(route)

  const [end, isEnding] = useTap(async () => {
    const driven = km.trim() === '' ? null : Number(parseDecimalInput(km) ?? Number.NaN)
    if (driven !== null && !(driven >= 0 && driven <= maxKm)) {
      setError(`Kilometres from 0 to ${maxKm}`)
      return focusFirst(form.current)
    }
    const isSaved = await record({
      type: 'route.end',
      routeId: route.id,
      payload: { drivenKm: driven, place: await placeForProof() },
      label: `End of ${route.number}`,
    })
    if (isSaved) goTo(routeAddress(route.id), { replace: true })
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    end()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <StepHeader
        title={`End route ${route.number}`}
        help={`${countOf(route.delivered, 'delivery', 'deliveries')}, ${route.failed} failed`}
        onBack={() => goTo(routeAddress(route.id), { replace: true })}
      />
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold text-xl">Goods to bring back</h2>
        {back.length === 0 ? (
          <p className="text-secondary">Nothing comes back.</p>
        ) : (
          <ul className="flex flex-col gap-2">
            {back.map((line) => (
              <li key={line.key} className="flex items-start gap-3 rounded-lg border border-line bg-card p-4">
                <span className="figures shrink-0 font-semibold text-xl">{line.quantity}</span>
                <span className="min-w-0">
                  <span className="wrap-anywhere block font-semibold">{line.product}</span>
                  <span className="wrap-anywhere block text-secondary">{line.why}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      {open.length > 0 ? (
        <Notice tone="warn" title={`${countOf(open.length, 'stop')} still open`}>
          Deliver them or record why not: {namesOf(open)}.
        </Notice>
      ) : (
        <>
          <TextField
            label="Kilometres driven"
            inputMode="decimal"
            autoComplete="off"
            value={km}
            error={error}
            onChange={(event) => setKm(event.target.value)}
          />
          <BigButton type="submit" busy={isEnding}>
            End route
          </BigButton>
        </>
      )}
    </form>
  )
}

const maxNames = 5

function namesOf(stops: DriverRoute['driverStops']): string {
  const names = stops.slice(0, maxNames).map((stop) => stop.account.name)
  return stops.length > maxNames ? `${names.join(', ')} and ${stops.length - maxNames} more` : names.join(', ')
}

/** Goods still in the vehicle, by line and lot. */
function comingBack({ driverStops }: DriverRoute) {
  return driverStops.flatMap((stop) =>
    stop.lines.flatMap((line) => {
      const isFailed = stop.status === 'FAILED_DELIVERY'
      const quantity = isFailed ? line.quantity : line.refused + line.damaged
      if (quantity === 0 || (stop.status !== 'DELIVERED' && !isFailed)) return []
      const words = isFailed ? 'not delivered' : [line.refused > 0 && 'refused', line.damaged > 0 && 'damaged']
      return [
        {
          key: line.id,
          quantity,
          product: line.product.name,
          why: [
            stop.account.name,
            !line.lot.isNone && `lot ${line.lot.number}`,
            [words].flat().filter(Boolean).join(' and '),
          ]
            .filter(Boolean)
            .join(', '),
        },
      ]
    }),
  )
}
