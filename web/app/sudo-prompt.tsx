import { lazy, Suspense, useSyncExternalStore } from 'react'
import { answerSudo, isSudoAsked, onSudoAsked } from '#web/api/sudo.ts'

const SudoDialog = lazy(() => import('#web/identity/profile/sudo-dialog.tsx'))

/** Over any page: shows the question of who asks, when the server wants to know. */
export function SudoPrompt() {
  const isAsked = useSyncExternalStore(onSudoAsked, isSudoAsked)
  if (!isAsked) return null
  return (
    <Suspense fallback={null}>
      <SudoDialog onAnswer={answerSudo} />
    </Suspense>
  )
}
