import { Link } from 'react-router'
import { SkipLink } from '#web/app/shell/skip-link.tsx'
import { Content, useStickyHeader } from '#web/app/shell/shell.tsx'
import { UserMenu } from '#web/app/shell/user-menu.tsx'
import { BrandSign } from '#web/identity/brand.tsx'
import { homeOf } from '#web/session/guard.ts'
import { useUser } from '#web/session/session.ts'

/** Around the pages outside the main layout: no menu, only the way home and the user's own menu. */
export function BareLayout() {
  const home = homeOf(useUser()).path
  useStickyHeader()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header
        data-chrome
        className="sticky top-0 z-30 flex h-14 shrink-0 items-center border-line border-b bg-card px-6 max-md:px-4"
      >
        <Link
          to={home}
          className="group/home flex h-9 items-center gap-2.5 rounded-md pr-2 font-semibold text-base tracking-tight"
        >
          <BrandSign />
          Wardstock
        </Link>
        <div className="flex-1" />
        <UserMenu />
      </header>
      <Content />
    </div>
  )
}
