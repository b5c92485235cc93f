import { inOneLine } from '#shared/in-one-line.ts'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { GripVertical } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { RouteStop } from '#shared/logistics/routes/route.ts'
import type { StopTime } from '#shared/logistics/routes/schedule-stops.ts'
import { ClockTime, WindowHours } from './clock-time.tsx'
import { formatDuration, formatKm } from './format-drive.ts'
import { loadFacts, waitingLoad } from '#web/logistics/shipments/format-load.ts'
import { StopStatus } from './stop-status.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { cn } from '#web/ui/class-names.ts'
import { Menu, MenuHeading, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

type StopRowProps = {
  stop: RouteStop
  /** The position, from 0. */
  place: number
  count: number
  /** The times of an unsaved order; undefined shows the saved ones. */
  time: StopTime | undefined
  /** The route has not left. */
  isPlanned: boolean
  mayMove: boolean
  onMove: (place: number) => void
  onHover: (dragged: string) => void
  onDragEnd: () => void
  onDrop: (dragged: string) => void
  onRemove?: () => void
  onService?: () => void
  onPostpone?: () => void
}

const stopKind = 'route-stop'

/** One stop: customer, time, distance, load. Its menu has every move that dragging allows. */
export function StopRow(props: StopRowProps) {
  const { stop, place, count, time, isPlanned, mayMove, onMove, onRemove, onService, onPostpone } = props
  const { id, account, order, shipment, address, window, serviceMinutes } = stop
  const ref = useRef<HTMLLIElement>(null)
  const [isDragged, setDragged] = useState(false)
  const seesOrders = useCan('salesOrders.view')
  const hover = useEffectEvent(props.onHover)
  const drop = useEffectEvent(props.onDrop)
  const end = useEffectEvent(props.onDragEnd)
  useEffect(() => {
    const element = ref.current
    if (!element || !mayMove) return undefined
    return combine(
      draggable({
        element,
        getInitialData: () => ({ kind: stopKind, stopId: id }),
        onDragStart: () => setDragged(true),
        onDrop: () => {
          setDragged(false)
          end()
        },
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source: { data } }) => data['kind'] === stopKind,
        onDragEnter: ({ source: { data } }) => data['stopId'] !== id && hover(String(data['stopId'])),
        onDrop: ({ source: { data } }) => drop(String(data['stopId'])),
      }),
    )
  }, [id, mayMove])
  const distance = time ? time.distance : stop.distance
  const seconds = time ? time.travelSeconds : stop.travelSeconds
  const eta = time ? (time.eta === null ? null : new Date(time.eta).toISOString()) : stop.eta
  const load = isPlanned ? waitingLoad(stop) : loadFacts(stop)
  const isDone = stop.finishedAt !== null
  return (
    <li
      ref={ref}
      data-stop={id}
      className={cn(
        'flex items-start gap-3 border-line border-b bg-card px-5 py-3 text-table last:border-b-0 max-md:px-4',
        mayMove && 'cursor-grab',
        isDragged && 'opacity-50',
        stop.status === 'ON_THE_WAY' && 'bg-accent-soft/50',
      )}
    >
      {mayMove && (
        <GripVertical aria-hidden size={16} className="mt-1 -ml-1.5 shrink-0 text-muted max-md:hidden print:hidden" />
      )}
      <span
        className={cn(
          'figures grid size-6 shrink-0 place-items-center rounded-full font-medium text-xs',
          isDone ? 'bg-subtle-strong text-secondary' : 'bg-accent-soft text-accent-text',
        )}
      >
        {place + 1}
      </span>
      <div className="@container flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex min-w-0 flex-col gap-0.5">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="wrap-anywhere min-w-0 font-medium text-primary">{account.name}</span>
            <StopStatus stop={stop} {...(time && { isLate: time.lateSeconds > 0 })} />
          </p>
          <p className="wrap-anywhere text-muted text-xs">
            {shipment.number} ·{' '}
            {seesOrders ? (
              <Link to={paths.order(order.id)} className="link whitespace-nowrap">
                {order.number}
              </Link>
            ) : (
              order.number
            )}
            {address && <> · {unbrokenAddress(inOneLine(address))}</>}
          </p>
          {stop.blockedLots.length > 0 && <p className="text-bad text-xs">{stop.blockedLots.join(' ')}</p>}
          {stop.receivedBy && <p className="text-secondary text-xs">Received by {stop.receivedBy}</p>}
          {stop.note && <p className="text-pretty text-secondary text-xs">{stop.note}</p>}
        </div>
        <dl className="grid grid-cols-2 gap-x-2 gap-y-1 @min-[13.5rem]:grid-cols-[3.5rem_5rem_minmax(0,1fr)] @min-[33rem]:gap-x-3 @min-[33rem]:grid-cols-[3.75rem_6rem_3.5rem_4.25rem_5rem_minmax(0,1fr)]">
          {isDone ? (
            <Value label={stop.status === 'DELIVERED' ? 'Delivered' : 'Ended'}>
              <ClockTime at={stop.finishedAt} />
            </Value>
          ) : (
            <Value label={stop.arrivedAt ? 'Arrived' : 'ETA'}>
              <ClockTime at={stop.arrivedAt ?? eta} />
            </Value>
          )}
          <Value label="Window">{window ? <WindowHours {...window} /> : 'Any time'}</Value>
          <Value label="Service">{`${serviceMinutes} min`}</Value>
          <Value label="Distance">{distance === null ? '–' : formatKm(distance)}</Value>
          <Value label="Driving">{seconds === null ? '–' : formatDuration(seconds)}</Value>
          <Value label="Load">
            {load.length === 0
              ? '–'
              : load.map((fact, at) => (
                  <span key={fact} className={cn(/\d/.test(fact) && 'whitespace-nowrap', at > 0 && 'text-muted')}>
                    {at > 0 && ', '}
                    {fact}
                  </span>
                ))}
          </Value>
        </dl>
      </div>
      <div className="-mt-1 shrink-0" data-chrome>
        {(mayMove || onRemove || onPostpone) && (
          <Menu label={`Actions for stop ${place + 1}, ${account.name}`}>
            {mayMove && count > 1 && (
              <>
                <MenuItem disabled={place === 0} onSelect={() => onMove(place - 1)}>
                  Move up
                </MenuItem>
                <MenuItem disabled={place === count - 1} onSelect={() => onMove(place + 1)}>
                  Move down
                </MenuItem>
                <MenuLine />
                <MenuHeading>Move to…</MenuHeading>
                {Array.from({ length: count }, (_, target) => (
                  <MenuItem key={target} disabled={target === place} onSelect={() => onMove(target)}>
                    Stop {target + 1}
                  </MenuItem>
                ))}
                <MenuLine />
              </>
            )}
            {onService && <MenuItem onSelect={onService}>Change service time</MenuItem>}
            {onRemove && (
              <MenuItem danger onSelect={onRemove}>
                Remove from route
              </MenuItem>
            )}
            {onPostpone && <MenuItem onSelect={onPostpone}>Postpone stop</MenuItem>}
          </Menu>
        )}
      </div>
    </li>
  )
}

function Value({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="figures sm:whitespace-nowrap">{children}</dd>
    </div>
  )
}
