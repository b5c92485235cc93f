import { ChevronDown, Keyboard, LogOut, Settings, User as Person } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { roleNames } from '#shared/identity/role-names.ts'
import { paths } from '#web/paths.ts'
import { logOut } from '#web/session/log-out.ts'
import { setScannerOn, useScannerOn } from '#web/session/scans.ts'
import { useUser } from '#web/session/session.ts'
import { setTheme, useTheme } from '#web/session/theme.ts'
import { Menu, MenuCheck, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx'))

/** The signed-in user's menu: profile, settings, theme, log out. */
export function UserMenu() {
  const user = useUser()
  const theme = useTheme()
  const hasScanner = useScannerOn()
  const isCustomer = user.role === 'customer'
  const [isSheetOpen, setSheetOpen] = useState(false)
  useShortcuts({ '?': () => setSheetOpen(true) })
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`User menu of ${user.name}`}
            className="flex h-9 items-center gap-2 rounded-md px-1.5 transition-colors duration-150 hover:bg-subtle data-[state=open]:bg-subtle"
          >
            <Initial name={user.name} />
            <span className="max-w-40 truncate font-medium max-md:hidden">{user.name}</span>
            <ChevronDown aria-hidden size={16} className="text-muted max-md:hidden" />
          </button>
        }
      >
        <div className="flex max-w-72 items-center gap-3 px-2.5 py-2.5">
          <Initial name={user.name} large />
          <div className="min-w-0">
            <p className="truncate font-medium">{user.name}</p>
            <p className="truncate text-muted text-xs">{user.email}</p>
            <p className="text-muted text-xs">{roleNames[user.role]}</p>
          </div>
        </div>
        <MenuLine />
        {!isCustomer && (
          <>
            <MenuItem asChild>
              <Link to={paths.profile}>
                <Person aria-hidden />
                My Profile
              </Link>
            </MenuItem>
            <MenuItem asChild>
              <Link to={paths.settings}>
                <Settings aria-hidden />
                Settings
              </Link>
            </MenuItem>
          </>
        )}
        <MenuCheck checked={theme === 'dark'} onCheckedChange={(dark) => setTheme(dark ? 'dark' : 'light')}>
          Dark theme
        </MenuCheck>
        {!isCustomer && (
          <MenuCheck checked={hasScanner} onCheckedChange={setScannerOn}>
            Barcode scanner
          </MenuCheck>
        )}
        <MenuItem icon={<Keyboard aria-hidden />} onSelect={() => setSheetOpen(true)}>
          Keyboard shortcuts
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<LogOut aria-hidden />} onSelect={() => void logOut()}>
          Log out
        </MenuItem>
      </Menu>
      {isSheetOpen && (
        <Suspense>
          <ShortcutSheet close={() => setSheetOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Initial({ name, large = false }: { name: string; large?: boolean }) {
  return (
    <span
      aria-hidden
      data-tint
      className={`flex shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-text ${large ? 'size-9 text-sm' : 'size-7 text-xs'}`}
    >
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  )
}
