import { Link } from 'react-router'
import { BrandSign } from '#web/identity/public/brand.tsx'
import { homeOf } from '#web/session/guard.ts'
import { useUser } from '#web/session/session.ts'

/** The app's name, linked to the user's start page; for layouts without a menu. */
export function HomeLink() {
  return (
    <Link
      to={homeOf(useUser()).path}
      className="flex h-9 items-center gap-2.5 rounded-md pr-2 font-semibold text-base tracking-tight"
    >
      <BrandSign />
      {/* On a phone the help button is in this place. */}
      <span className="max-md:sr-only">Wardstock</span>
    </Link>
  )
}
