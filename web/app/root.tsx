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

/** On a slow network, the first page's queries go before the code for live updates. */
const refetchedByOffice = async (client: QueryClient) => {
  await firstAnswers(client)
  return (await import('#web/api/realtime-refetch.ts')).refetchedBy
}

interface Props {
  isKnown: (path: string) => boolean
  /** Pages to prefetch when a link to them is hovered or focused. */
  pages: readonly PageRow[]
  children: ReactNode
}

/** Wraps every page: access, scroll position, document title, live updates. */
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
