import { StrictMode } from 'react'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { identityApi } from '#shared/identity/login/api.ts'
import type { User } from '#shared/identity/user.ts'
import './styles.css'
import './logistics/driver/driver.css'
import { ApiError } from '#web/api/api-error.ts'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'
import { pickTutorial } from '#web/app/tutorials/pick.ts'
import { TutorialOf } from '#web/app/tutorials/tutorial-of.tsx'
import { isAddress } from '#web/logistics/driver/address.ts'
import { changeDevice, readDevice } from '#web/logistics/driver/database.ts'
import { DriverApp } from '#web/logistics/driver/driver-app.tsx'
import { holdPage } from '#web/logistics/driver/installed-page.ts'
import { leaveForLogin } from '#web/logistics/driver/log-out.ts'
import { startPhone, syncAnew } from '#web/logistics/driver/phone.ts'
import { request } from '#web/logistics/driver/request.ts'
import { showLeftToasts } from '#web/api/arrival-toasts.ts'
import { paths } from '#web/paths.ts'
import { redirectOf } from '#web/session/guard.ts'
import { getSession, onSessionChange, setUser } from '#web/session/session.ts'
import { noteDriverPortal, readStoredUser } from '#web/session/stored-user.ts'
import { joinTabs } from '#web/session/tabs.ts'
import { followTheme } from '#web/session/theme.ts'
import { Toaster } from '#web/ui/toasts/toaster.tsx'

/* The driver's page: a separate HTML document that works offline for a day. */

setNonce(document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '')

/**
 * The user signed in in this tab, else the one the server reports, or offline the one stored on the phone. Null if nobody
 * is.
 */
async function findUser(): Promise<User | null> {
  const stored = readStoredUser()
  if (stored) return stored
  try {
    return (await request(identityApi.profile, {})).user
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status > 0 && error.status < 500
    return isRefused ? null : (await readDevice()).user
  }
}

async function start() {
  const user = await findUser()
  if (!user) return leaveForLogin()
  const path = window.location.pathname
  const home = user.role === 'driver' ? paths.driverPortal : paths.dashboard
  const elsewhere = redirectOf(user, path) ?? (isAddress(path) ? null : home)
  if (elsewhere) return window.location.replace(elsewhere)
  setUser(user)
  await changeDevice({ user })
  if (user.role === 'driver') noteDriverPortal()
  joinTabs()
  followTheme()
  // Handles a log-out in another tab.
  onSessionChange(() => {
    if (getSession().state === 'absent') void leaveForLogin()
  })
  await startPhone(user)
  const root = document.getElementById('root')
  if (!root) throw new Error('driver.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <DriverApp help={(place) => <TutorialOf key={place} tutorial={pickTutorial(place)} />} />
        <Toaster />
      </ErrorBoundary>
    </StrictMode>,
  )
  showLeftToasts()
  if (import.meta.env.PROD) await holdPage()
  await followOfficeLater()
}

/** Live updates are not part of the first load: the page works without them. */
async function followOfficeLater() {
  try {
    const { followOffice } = await import('#web/logistics/driver/follow-office.ts')
    followOffice(() => void syncAnew())
  } catch {
    // Still offline: try again when the connection returns.
    window.addEventListener('online', () => void followOfficeLater(), { once: true })
  }
}

void start()
