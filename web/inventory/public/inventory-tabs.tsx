import { NavLink, useLocation } from 'react-router'
import { mayView } from '#shared/access/menu.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/session/session.ts'
import { stripClass, useStrip } from '#web/ui/table/strip.ts'

const pages = [
  { label: 'Products', path: paths.products },
  { label: 'Lots & expiry', path: paths.lots },
  { label: 'Reorder', path: paths.reorder },
  { label: 'Forecast', path: paths.forecast },
  { label: 'Expiry radar', path: paths.expiryRadar },
  { label: 'Recalls', path: paths.recalls },
  { label: 'Stock counts', path: paths.stockCounts },
  { label: 'Production', path: paths.production },
  { label: 'Attributes', path: paths.attributes },
  { label: 'Deleted items', path: paths.deletedItems },
] as const

/** The tabs of the inventory pages that the sidebar does not list; each needs the right to view it. */
export function InventoryTabs() {
  const user = useUser()
  const strip = useStrip<HTMLElement>(useLocation().pathname)
  return (
    <nav ref={strip} aria-label="Inventory" className={stripClass}>
      {pages
        .filter(({ path }) => mayView(user, path))
        .map(({ label, path }) => (
          <NavLink
            key={path}
            to={path}
            end
            className="-mb-px flex h-8 shrink-0 items-center border-transparent border-b-2 px-0.5 font-medium text-secondary -outline-offset-2 hover:text-primary aria-[current=page]:border-accent aria-[current=page]:text-primary"
          >
            {label}
          </NavLink>
        ))}
    </nav>
  )
}
