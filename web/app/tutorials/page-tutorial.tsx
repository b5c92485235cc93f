import { useLocation } from 'react-router'
import { toast } from 'sonner'
import { reloadIfOutdated } from '#web/app/outdated-build.ts'
import { ownTutorialOf, pickTutorial } from './pick.ts'
import { TutorialOf } from './tutorial-of.tsx'
import { paths } from '#web/paths.ts'
import { redirectOf } from '#web/session/guard.ts'
import { useUser } from '#web/session/session.ts'

/** The tutorial of the page: it opens by itself the first time, and afterwards by the floating help button. */
export function PageTutorial() {
  const { pathname } = useLocation()
  const user = useUser()
  // Nobody is taught a dashboard that they can't open.
  if (!ownTutorialOf(pathname) && redirectOf(user, paths.dashboard) !== null) return null
  const tutorial = pickTutorial(pathname)
  return <TutorialOf key={tutorial} tutorial={tutorial} onMissing={reportMissing} />
}

function reportMissing(error: unknown) {
  void reloadIfOutdated(error)
  toast.error('Network error. Check your connection.')
}
