import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { Outlet, useLocation } from 'react-router'
import { MissingParts } from '#web/api/missing-parts.tsx'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'
import { Drawer } from './drawer.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { HomeLink } from './home-link.tsx'
import { Sidebar } from './sidebar.tsx'
import { useNarrowSidebar } from './sidebar-width.ts'
import { contentId, SkipLink } from './skip-link.tsx'
import { PageTutorial } from '#web/app/tutorials/page-tutorial.tsx'
import { useUser } from '#web/session/session.ts'
import { useSettingsFailure } from '#web/session/settings.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'

/** The main layout: menu on the left, header, page and footer. */
export function Shell() {
  const [narrow, toggle] = useNarrowSidebar()
  const hasSidebar = useUser().role !== 'driver'
  useSettingsFailure()
  return (
    <>
      <SkipLink />
      {hasSidebar && (
        <aside
          data-chrome
          className={cn(
            'fixed inset-y-0 left-0 z-30 border-line border-r bg-card transition-[width] duration-180 max-md:hidden',
            narrow ? 'w-20' : 'w-64',
          )}
        >
          <Sidebar narrow={narrow} />
        </aside>
      )}
      <Header
        className={hasSidebar && ['transition-[left] duration-180', narrow ? 'md:left-20' : 'md:left-64'].join(' ')}
      >
        {hasSidebar ? <Drawer /> : <HomeLink />}
        {hasSidebar && (
          <IconButton
            label={narrow ? 'Expand sidebar' : 'Collapse sidebar'}
            aria-expanded={!narrow}
            className="-ml-2 max-md:hidden"
            onClick={toggle}
          >
            {narrow ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
          </IconButton>
        )}
      </Header>
      <div
        className={cn(
          'flex min-h-dvh flex-col pt-14 transition-[padding] duration-180 print:pt-0 print:pl-0!',
          hasSidebar && (narrow ? 'md:pl-20' : 'md:pl-64'),
        )}
      >
        <Content />
        <Footer />
      </div>
      {hasSidebar && (
        <div className={cn('contents', narrow ? '[--help-left:1.25rem]' : '[--help-left:13rem]')}>
          <PageTutorial />
        </div>
      )}
    </>
  )
}

/** The page area, with its own error boundary: if the page crashes, menu and header stay usable. */
export function Content() {
  const { pathname } = useLocation()
  return (
    <main
      id={contentId}
      tabIndex={-1}
      className="mx-auto flex w-full min-w-0 max-w-400 flex-1 flex-col gap-6 p-6 pb-10 has-[.sticky.bottom-0]:pb-0 max-md:p-4 max-md:pb-10 max-md:has-[.sticky.bottom-0]:pb-0 print:p-0"
    >
      <MissingParts />
      <ErrorBoundary resetBy={pathname}>
        <Outlet />
      </ErrorBoundary>
    </main>
  )
}
