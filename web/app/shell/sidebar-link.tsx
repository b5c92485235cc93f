import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, matchPath, useLocation } from 'react-router'
import { cn } from '#web/ui/class-names.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'

type SidebarLinkProps = {
  to: string
  label: string
  icon: LucideIcon
  narrow: boolean
  /** Highlight only for this exact path, not for paths below it. */
  end?: boolean
  /** Other paths for which this link is highlighted too. */
  also?: readonly string[] | undefined
  onFollow?: (() => void) | undefined
}

/** Scrolls only the menu, and only if the link is out of view. */
function bringIntoView(link: HTMLElement) {
  const menu = link.closest('nav')
  if (!menu) return
  const { top, bottom } = link.getBoundingClientRect()
  const frame = menu.getBoundingClientRect()
  if (bottom > frame.bottom) menu.scrollTop += bottom - frame.bottom + 8
  else if (top < frame.top) menu.scrollTop -= frame.top - top + 8
}

/** A link of the sidebar; a narrow sidebar shows only its icon, with the label as a tooltip. */
export function SidebarLink({ to, label, icon: Icon, narrow, end = false, also = [], onFollow }: SidebarLinkProps) {
  const { pathname } = useLocation()
  const isHere =
    matchPath({ path: to, end }, pathname) !== null || also.some((path) => matchPath({ path, end: false }, pathname))
  const own = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isHere && own.current) bringIntoView(own.current)
  }, [isHere])
  const link = (
    <Link
      ref={own}
      to={to}
      onClick={onFollow}
      aria-current={isHere ? 'page' : undefined}
      {...(narrow && { 'aria-label': label })}
      className={cn(
        'flex items-center rounded-md text-secondary transition-colors duration-150 hover:bg-subtle hover:text-primary',
        narrow ? 'mx-auto size-10 justify-center' : 'h-8 gap-2.5 px-2.5 text-table max-md:h-10 max-md:text-sm',
        isHere && 'bg-accent-soft font-medium text-accent-text hover:bg-accent-soft hover:text-accent-text',
        isHere && 'forced-colors:outline-2',
      )}
    >
      <Icon aria-hidden size={narrow ? 20 : 16} strokeWidth={1.75} className="shrink-0" />
      {!narrow && <span className="truncate">{label}</span>}
    </Link>
  )
  if (!narrow) return link
  return (
    <Tooltip text={label} side="right">
      {link}
    </Tooltip>
  )
}
