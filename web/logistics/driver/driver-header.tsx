import { Check, CloudOff, LogOut, RefreshCw, Settings, User as Person } from 'lucide-react'
import { useEffect, useState } from 'react'
import { roleNames } from '#shared/identity/role-names.ts'
import { paths } from '#web/paths.ts'
import { setTheme, useTheme } from '#web/session/theme.ts'
import { BrandSign } from '#web/identity/public/brand.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Menu, MenuCheck, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { goTo } from './address.ts'
import { logOutOfPhone } from './log-out.ts'
import { needsAttention, sync, unsent, usePhone } from './phone.ts'
import { setSharesPlace } from './share-place.ts'
import { countOf } from './words.ts'

/** The header: home link, sync state and user menu. */
export function DriverHeader() {
  useEffect(() => {
    document.documentElement.style.setProperty('--sticky-top', '56px')
  }, [])
  return (
    <header className="fixed inset-x-0 top-0 z-30 flex h-14 items-center gap-1 border-line border-b bg-card px-2">
      <a
        href={paths.driverPortal}
        aria-label="Wardstock: all routes"
        onClick={(event) => {
          event.preventDefault()
          goTo(paths.driverPortal)
        }}
        className="flex h-12 min-w-12 items-center justify-center rounded-md"
      >
        <BrandSign />
      </a>
      <div className="flex-1" />
      <SyncButton />
      <DriverMenu />
    </header>
  )
}

/** Shows what is not sent yet; pressing it syncs at once. */
function SyncButton() {
  const phone = usePhone()
  const { events, files } = unsent(phone)
  const { isSending, problem } = phone
  const waiting = [
    events > 0 && `${events} waiting to send`,
    files > 0 && (events > 0 ? countOf(files, 'picture') : `${countOf(files, 'picture')} waiting to send`),
  ].filter(Boolean)
  const words = waiting.length > 0 ? waiting.join(', ') : problem === 'offline' ? 'Offline' : 'All sent'
  const Icon = isSending ? RefreshCw : problem ? CloudOff : waiting.length > 0 ? RefreshCw : Check
  return (
    <button
      type="button"
      onClick={() => void sync()}
      className="flex h-12 min-w-0 items-center gap-2 rounded-md px-2 font-medium text-secondary hover:bg-subtle"
    >
      <Icon aria-hidden size={20} className={isSending ? 'shrink-0 animate-spin' : 'shrink-0'} />
      <span role="status" className="line-clamp-2 text-left leading-5">
        {words}
      </span>
      {(waiting.length > 0 || problem) && <span className="sr-only">. Send now</span>}
    </button>
  )
}

function DriverMenu() {
  const phone = usePhone()
  const { user, sharesPlace } = phone
  const theme = useTheme()
  const [isConfirming, setConfirming] = useState(false)
  const { events, files } = unsent(phone)
  const open = events + files + needsAttention(phone).events.length
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`User menu of ${user.name}`}
            className="flex size-12 items-center justify-center rounded-md hover:bg-subtle"
          >
            <span
              aria-hidden
              data-tint
              className="flex size-9 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-text"
            >
              {[...user.name.trim()][0]?.toUpperCase() ?? '?'}
            </span>
          </button>
        }
      >
        <div className="max-w-72 px-2.5 py-2.5">
          <p className="truncate font-medium">{user.name}</p>
          <p className="truncate text-muted">{user.email}</p>
          <p className="text-muted">{roleNames[user.role]}</p>
        </div>
        <MenuLine />
        <MenuItem asChild>
          <a href={paths.profile} className="min-h-12">
            <Person aria-hidden />
            My Profile
          </a>
        </MenuItem>
        <MenuItem asChild>
          <a href={paths.settings} className="min-h-12">
            <Settings aria-hidden />
            Settings
          </a>
        </MenuItem>
        <MenuCheck checked={theme === 'dark'} onCheckedChange={(dark) => setTheme(dark ? 'dark' : 'light')}>
          Dark theme
        </MenuCheck>
        <MenuCheck checked={sharesPlace} onCheckedChange={(isOn) => void setSharesPlace(isOn)}>
          Share location on the road
        </MenuCheck>
        <MenuLine />
        <MenuItem
          icon={<LogOut aria-hidden />}
          className="min-h-12"
          onSelect={() => (open > 0 ? setConfirming(true) : void logOutOfPhone())}
        >
          Log out
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Not everything is sent"
        confirmLabel="Log out anyway"
        cancelLabel="Stay logged in"
        danger
        onConfirm={() => void logOutOfPhone()}
      >
        {countOf(open, 'record')} on this phone {open === 1 ? 'has' : 'have'} not reached the office. They stay on this
        phone and are sent when you log in here again.
      </ConfirmDialog>
    </>
  )
}
