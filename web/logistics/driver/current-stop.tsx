import { MapPin, MessageSquare, Navigation, PackageOpen, Phone, TriangleAlert } from 'lucide-react'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { useState } from 'react'
import type { DriverRoute, DriverStop } from '#shared/logistics/driver/api.ts'
import { cashToCollect } from '#shared/logistics/driver/cash-to-collect.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatWay } from '#web/logistics/public/format-way.ts'
import { goTo, routeAddress } from './address.ts'
import { BigButton } from './big-button.tsx'
import { allHanded } from './delivery.ts'
import { DoNotHandOver } from './do-not-hand-over.tsx'
import { PostponeDialog } from './postpone-dialog.tsx'
import { record } from './phone.ts'
import { isOpenStop } from './local-route.ts'
import { placeForProof } from './share-place.ts'
import { useTap } from './use-tap.ts'
import { clock, countOf, dialled, etaWords, navigationAddress, windowWords } from './words.ts'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

type Props = { route: DriverRoute; stop: DriverStop }

/** The stop that the driver is heading for, with its primary action. */
export function CurrentStop({ route, stop }: Props) {
  const hasArrived = stop.arrivedAt !== null
  const isBlocked = stop.lines.length > 0 && stop.lines.every((line) => line.doNotHandOver !== null)
  const open = route.driverStops.filter(isOpenStop)
  const [isPostponing, setPostponing] = useState(false)
  const [arrive, isArriving] = useTap(async () =>
    record({
      type: 'stop.arrive',
      routeId: route.id,
      stopId: stop.id,
      payload: { place: await placeForProof() },
      label: `Arrival at ${stop.account.name}`,
    }),
  )
  return (
    <section aria-label="Current stop" className="flex flex-col gap-4 rounded-lg border-2 border-accent bg-card p-4">
      <StopFacts route={route} stop={stop} />
      <DoNotHandOver stop={stop} />
      {!hasArrived && (
        <BigButton onClick={arrive} busy={isArriving}>
          <MapPin aria-hidden />
          Arrived
        </BigButton>
      )}
      {hasArrived && !isBlocked && (
        <BigButton onClick={() => goTo(routeAddress(route.id, 'deliver', stop.id))}>
          <PackageOpen aria-hidden />
          Deliver
        </BigButton>
      )}
      {hasArrived && isBlocked && (
        <BigButton onClick={() => goTo(routeAddress(route.id, 'fail', stop.id))}>
          <TriangleAlert aria-hidden />
          Record failed delivery
        </BigButton>
      )}
      <div className="flex flex-wrap gap-2 [&>*]:flex-1">
        {hasArrived && !isBlocked && (
          <Button size="lg" onClick={() => goTo(routeAddress(route.id, 'fail', stop.id))}>
            Failed
          </Button>
        )}
        {open.length > 1 && (
          <Button size="lg" onClick={() => setPostponing(true)}>
            Postpone
          </Button>
        )}
      </div>
      {isPostponing && <PostponeDialog route={route} stop={stop} close={() => setPostponing(false)} />}
    </section>
  )
}

/** Customer, address, time window, quantities and contact. */
export function StopFacts({ route, stop }: Props) {
  const window = windowWords(stop, route.timeZone)
  const due = cashToCollect(stop, allHanded(stop))
  const facts = [
    stop.packages > 0 && countOf(stop.packages, 'package'),
    Number(stop.weight) > 0 && `${stop.weight} kg`,
    stop.isCold && 'keep cold',
    Number(due ?? 0) > 0 && `Collect ${route.currency} ${formatDecimalInput(due ?? '', 2)}`,
  ].filter(Boolean)
  return (
    <>
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium text-muted">
            Stop {stop.sequence} of {route.driverStops.length}
          </span>
          {stop.isLate && (
            <StatusBadge tone="warn" className="h-7">
              Late
            </StatusBadge>
          )}
        </div>
        <h2 className="wrap-anywhere font-semibold text-2xl">{stop.account.name}</h2>
        {stop.address && (
          <p className="wrap-anywhere whitespace-pre-line text-primary">{unbrokenAddress(stop.address)}</p>
        )}
        <p className="figures text-secondary">
          {[
            window && `Window ${window}`,
            stop.arrivedAt ? `arrived ${clock(stop.arrivedAt, route.timeZone)}` : etaWords(stop, route.timeZone),
            !stop.arrivedAt && formatWay(stop.distance),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
        <p className="figures font-medium">{facts.join(', ')}</p>
      </div>
      {(stop.instruction || stop.deliveryNote) && (
        <div data-tint className="flex flex-col gap-1 rounded-lg bg-info-soft p-3">
          {stop.instruction && (
            <p>
              <span className="font-semibold">Customer asks: </span>
              {stop.instruction}
            </p>
          )}
          {stop.deliveryNote && <p>{stop.deliveryNote}</p>}
        </div>
      )}
      <StopContacts stop={stop} />
    </>
  )
}

const linkClass =
  'flex min-h-12 min-w-0 flex-1 basis-28 items-center justify-center gap-2 rounded-lg border border-line-control bg-card px-3 py-2 font-medium hover:bg-subtle'

function StopContacts({ stop }: { stop: DriverStop }) {
  const [isCopied, setCopied] = useState(false)
  // Browsers have a clipboard on https and localhost only.
  const clipboard = window.isSecureContext ? navigator.clipboard : null
  const people = stop.contacts.flatMap(({ name, phone, position }) => (phone ? [{ name, phone, position }] : []))
  const [first] = people
  const number = stop.phone ?? first?.phone
  const map = navigationAddress(stop)
  const others = people.filter(({ phone }) => phone !== number)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {map && (
          <a href={map} className={linkClass}>
            <Navigation aria-hidden size={20} className="shrink-0" />
            Navigate
          </a>
        )}
        {number && (
          <>
            <a href={`tel:${dialled(number)}`} className={linkClass}>
              <Phone aria-hidden size={20} className="shrink-0" />
              Call
            </a>
            <a href={`sms:${dialled(number)}`} className={linkClass}>
              <MessageSquare aria-hidden size={20} className="shrink-0" />
              Message
            </a>
          </>
        )}
      </div>
      {others.map(({ name, phone, position }) => (
        <a key={phone} href={`tel:${dialled(phone)}`} className="flex min-h-12 items-center gap-2 text-accent-text">
          <Phone aria-hidden size={20} className="shrink-0" />
          <span className="min-w-0 truncate">
            {[name, position].filter(Boolean).join(', ')}: {phone}
          </span>
        </a>
      ))}
      <span role="status" className="sr-only">
        {isCopied && 'Address copied'}
      </span>
      {stop.address && clipboard && (
        <button
          type="button"
          className="flex min-h-12 items-center self-start text-accent-text underline"
          onClick={() => void clipboard.writeText(stop.address ?? '').then(() => setCopied(true))}
        >
          {isCopied ? 'Address copied' : 'Copy address'}
        </button>
      )}
    </div>
  )
}
