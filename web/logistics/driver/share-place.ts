import { getPhone, changed } from './phone.ts'
import { changeDevice, writingTo } from './database.ts'

/** Interval of positions, in seconds: the battery has to last a day. */
const everySeconds = 15
const patienceMs = 4000

export interface Place {
  latitude: number
  longitude: number
  accuracy: number
}

const placeOf = ({ coords }: GeolocationPosition): Place => ({
  latitude: coords.latitude,
  longitude: coords.longitude,
  accuracy: Math.round(coords.accuracy),
})

/** Requests the location before sharing is turned on, so that a denial is known at once. */
export async function setSharesPlace(isOn: boolean): Promise<void> {
  if (!isOn) return stopSharing(false)
  const isPlaceDenied = (await whereIs()) === 'denied'
  await changeDevice({ sharesPlace: !isPlaceDenied, isPlaceDenied })
  await changed()
}

/** Stops sharing and deletes positions that are not sent yet. */
async function stopSharing(isPlaceDenied: boolean): Promise<void> {
  await changeDevice({ sharesPlace: false, isPlaceDenied })
  const tx = await writingTo('positions')
  await tx.store.clear()
  await tx.done
  await changed()
}

export async function dismissPlaceDenied(): Promise<void> {
  await changeDevice({ isPlaceDenied: false })
  await changed()
}

/** The driver's location for a proof of delivery; null if not shared or not available in time. */
export async function placeForProof(): Promise<Place | null> {
  if (!getPhone()?.sharesPlace) return null
  const found = await whereIs()
  return found === 'denied' ? null : found
}

/** Null if not available in time. */
function whereIs(): Promise<Place | 'denied' | null> {
  if (!('geolocation' in navigator)) return Promise.resolve('denied')
  return new Promise((done) => {
    const options = { enableHighAccuracy: true, timeout: patienceMs, maximumAge: 30_000 }
    navigator.geolocation.getCurrentPosition(
      (found) => done(placeOf(found)),
      ({ code, PERMISSION_DENIED }) => done(code === PERMISSION_DENIED ? 'denied' : null),
      options,
    )
  })
}

/** Records the driver's position while a route is in progress and sharing is on; returns a stop function. */
export function followPlace(): () => void {
  const timer = setInterval(() => void noteWhere(), everySeconds * 1000)
  return () => clearInterval(timer)
}

async function noteWhere(): Promise<void> {
  const phone = getPhone()
  const route = phone?.routes.find(({ status }) => status === 'IN_PROGRESS')
  if (!phone?.sharesPlace || !route || document.visibilityState !== 'visible') return
  const place = await whereIs()
  // The permission was revoked in the browser's settings.
  if (place === 'denied') return stopSharing(true)
  if (!place || !getPhone()?.sharesPlace) return
  const tx = await writingTo('positions')
  await tx.store.put({ at: new Date().toISOString(), userId: phone.user.id, routeId: route.id, ...place })
  await tx.done
}
