import { type ReactNode, useLayoutEffect } from 'react'
import { PaletteButton } from '#web/app/palette/palette-button.tsx'
import { ScanListener } from '#web/app/scan/scan-listener.tsx'
import { Bell } from '#web/notifications/bell.tsx'
import { ScanButton } from './scan-button.tsx'
import { UserMenu } from './user-menu.tsx'
import { useUser } from '#web/session/session.ts'
import { cn } from '#web/ui/class-names.ts'

/**
 * The header of every page. Fixed, not sticky: a sticky header lies within the page's scroll padding, so the page would
 * jump whenever one of its buttons gets the focus. The scroll lock's class keeps it in place behind a dialog.
 */
export function Header({ children, className }: { children: ReactNode; className?: string | false }) {
  const { role } = useUser()
  const isCustomer = role === 'customer'
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--sticky-top', '56px')
    return () => void style.removeProperty('--sticky-top')
  }, [])
  return (
    <header
      data-chrome
      className={cn(
        'right-scroll-bar-position fixed inset-x-0 top-0 z-30 flex h-14 items-center gap-2 border-line border-b bg-card px-6 max-md:px-4',
        className,
      )}
    >
      {children}
      <div className="flex-1" />
      {!isCustomer && role !== 'driver' && <PaletteButton />}
      {!isCustomer && role !== 'driver' && <Bell />}
      {!isCustomer && <ScanButton />}
      {!isCustomer && <ScanListener />}
      <UserMenu />
    </header>
  )
}
