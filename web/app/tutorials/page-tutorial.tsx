import { useLocation } from 'react-router'
import { toast } from 'sonner'
import { reloadIfOutdated } from '#web/app/outdated-build.ts'
import { ownTutorialOf, pickTutorial } from './pick.ts'
import { TutorialOf } from './tutorial-of.tsx'
import { paths } from '#web/paths.ts'
import { redirectOf } from '#web/session/guard.ts'
import { useUser } from '#web/session/session.ts'

/** The page's tutorial: opens by itself the first time, afterwards from the help button. */
export function PageTutorial() {
  const { pathname } = useLocation()
  const user = useUser()
  // The fallback is the dashboard's tutorial: skip it for users who may not open the dashboard.
  if (!ownTutorialOf(pathname) && redirectOf(user, paths.dashboard) !== null) return null
  const tutorial = pickTutorial(pathname)
  return <TutorialOf key={tutorial} tutorial={tutorial} onMissing={reportMissing} />
}

function reportMissing(error: unknown) {
  void reloadIfOutdated(error)
  toast.error('Network error. Check your connection.')
}
