import { Header } from './header.tsx'
import { HomeLink } from './home-link.tsx'
import { Content } from './shell.tsx'
import { SkipLink } from './skip-link.tsx'
import { PageTutorial } from '#web/app/tutorials/page-tutorial.tsx'

/** Layout of pages without the menu: only the home link and the user menu. */
export function BareLayout() {
  return (
    <>
      <SkipLink />
      <Header>
        <HomeLink />
      </Header>
      <div className="flex min-h-dvh flex-col pt-14 pb-15 print:py-0">
        <Content />
      </div>
      <PageTutorial />
    </>
  )
}
