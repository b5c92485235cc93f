import { lazy, Suspense, useSyncExternalStore } from 'react'
import { answerSudo, isSudoRequested, onSudoRequested } from '#web/api/sudo.ts'

const SudoDialog = lazy(() => import('#web/identity/profile/sudo-dialog.tsx'))

/** Over any page: shows the question of who asks, when the server wants to know. */
export function SudoPrompt() {
  const isRequested = useSyncExternalStore(onSudoRequested, isSudoRequested)
  if (!isRequested) return null
  return (
    <Suspense fallback={null}>
      <SudoDialog onAnswer={answerSudo} />
    </Suspense>
  )
}
