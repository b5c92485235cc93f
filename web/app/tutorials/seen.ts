import { type TutorialKey, tutorialKeys } from './pick.ts'

/* Which tutorials this browser has shown to their end, or to where they were closed: one key a page. */

export const seenKeyOf = (tutorial: TutorialKey) => `tutorial-seen-${tutorial}`

/** Every key there is. */
export const seenKeys: readonly string[] = tutorialKeys.map(seenKeyOf)

export const isSeen = (tutorial: TutorialKey) => localStorage.getItem(seenKeyOf(tutorial)) !== null
export const markSeen = (tutorial: TutorialKey) => localStorage.setItem(seenKeyOf(tutorial), 'true')
