import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ScrollRestoration } from 'react-router'
import { useLostFocus } from './lost-focus.ts'
import { useHeadingFocus, useTitle } from './page-heading.ts'
import { PageChange } from './page-change.tsx'
import type { PageRow } from './page-row.tsx'
import { useSaveKey } from './save-key.ts'
import { useRequiredSecondFactor } from './required-second-factor.ts'
import { SudoPrompt } from './sudo-prompt.tsx'
import { usePrefetch } from './use-prefetch.ts'
import { useDownloadLinks } from '#web/api/download-links.ts'
import { firstAnswers } from '#web/api/first-answers.ts'
import { Gate } from '#web/session/gate.tsx'
import { useShortcutsOn } from '#web/session/shortcuts-setting.ts'
import { useLiveUpdates } from '#web/session/live-updates.ts'
import { ShortcutsEnabled } from '#web/ui/shortcuts.ts'

/** A slow network carries what the first page asks, and then what live updates need. */
const refetchedByOffice = async (client: QueryClient) => {
  await firstAnswers(client)
  return (await import('#web/api/realtime-refetch.ts')).refetchedBy
}

interface Props {
  isKnown: (path: string) => boolean
  /** What is loaded ahead where a link leads to it. */
  pages: readonly PageRow[]
  children: ReactNode
}

/** Around every page: who may see it, where it is scrolled to, what it is called, and that it stays true. */
export function Root({ isKnown, pages, children }: Props) {
  usePrefetch(pages)
  useTitle()
  useHeadingFocus()
  useLiveUpdates(refetchedByOffice)
  useRequiredSecondFactor()
  useSaveKey()
  useLostFocus()
  useDownloadLinks()
  const areShortcutsOn = useShortcutsOn()
  return (
    <Gate isKnown={isKnown}>
      <ShortcutsEnabled value={areShortcutsOn}>{children}</ShortcutsEnabled>
      <SudoPrompt />
      <PageChange />
      <ScrollRestoration />
    </Gate>
  )
}
