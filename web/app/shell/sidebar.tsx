import { ChevronDown, CircleUserRound } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { type MenuGroup, menuOf } from '#shared/access/menu.ts'
import { iconOf } from './menu-icons.ts'
import { SidebarLink } from './sidebar-link.tsx'
import { BrandSign } from '#web/identity/public/brand.tsx'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/session/session.ts'
import { cn } from '#web/ui/class-names.ts'

/** Links to highlight only for their exact path, since other links lead to the pages below. */
const exact: readonly string[] = [paths.reports]

/** Pages reached by tabs of another page → that page's link is highlighted. */
const belonging: Readonly<Record<string, readonly string[]>> = {
  [paths.products]: [
    paths.lots,
    paths.reorder,
    paths.recalls,
    paths.stockCounts,
    paths.production,
    paths.attributes,
    paths.deletedItems,
    paths.forecast,
    paths.expiryRadar,
  ],
  [paths.orders]: [paths.returns],
  [paths.customers]: [paths.accounts],
  [paths.shipping]: [paths.deliveryStatus],
  [paths.reports]: [paths.savedReports, paths.allReports, paths.journal],
}

type SidebarProps = {
  narrow?: boolean
  /** Called when a link is chosen, to close the drawer. */
  onFollow?: () => void
}

/** The menu: pages that the user may view, in collapsible groups, with the profile at the bottom. */
export function Sidebar({ narrow = false, onFollow }: SidebarProps) {
  const user = useUser()
  return (
    <div className="flex h-full flex-col">
      <div className={cn('flex h-14 shrink-0 items-center', narrow ? 'justify-center' : 'px-4')}>
        <Link
          to={paths.dashboard}
          onClick={onFollow}
          className="flex items-center gap-2.5 rounded-md font-semibold text-base tracking-tight"
        >
          <BrandSign {...(narrow && { label: 'Wardstock' })} />
          {!narrow && 'Wardstock'}
        </Link>
      </div>
      <nav aria-label="Main" className={cn('min-h-0 flex-1 overflow-y-auto pb-4', narrow ? 'px-3' : 'px-2')}>
        {menuOf(user).map((group) => (
          <Group key={group.label} group={group} narrow={narrow} onFollow={onFollow} />
        ))}
      </nav>
      {/* The help button floats beside or below it. */}
      <nav
        aria-label="Profile"
        className={cn('shrink-0 border-line border-t py-2', narrow ? 'px-3 md:pb-14' : 'px-2 md:pr-14')}
      >
        <SidebarLink to={paths.profile} label="Profile" icon={CircleUserRound} narrow={narrow} onFollow={onFollow} />
      </nav>
    </div>
  )
}

type GroupProps = { group: MenuGroup; narrow: boolean; onFollow: (() => void) | undefined }

function Group({ group, narrow, onFollow }: GroupProps) {
  const [open, setOpen] = useState(true)
  const id = useId()
  const shown = open || narrow
  return (
    <div
      role="group"
      aria-label={group.label}
      className={cn(narrow ? 'border-line border-t py-2 first:border-t-0' : 'pt-3')}
    >
      {!narrow && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="group/heading flex h-7 w-full items-center justify-between rounded-md px-2.5 font-medium text-muted text-xs transition-colors duration-150 hover:text-primary"
        >
          {group.label}
          <ChevronDown
            aria-hidden
            size={14}
            className={cn(
              'transition-[rotate,opacity] duration-150',
              open && 'md:opacity-0 md:group-hover/heading:opacity-100 md:group-focus-visible/heading:opacity-100',
              !open && '-rotate-90',
            )}
          />
        </button>
      )}
      <ul id={id} hidden={!shown} className="flex flex-col gap-0.5">
        {group.links.map(({ path, label }) => (
          <li key={path}>
            <SidebarLink
              to={path}
              label={label}
              icon={iconOf(path)}
              narrow={narrow}
              end={exact.includes(path)}
              also={belonging[path]}
              onFollow={onFollow}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
